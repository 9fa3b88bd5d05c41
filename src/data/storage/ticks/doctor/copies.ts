/** Days that are there twice: the same ticks again, or the ticks of another date. */

import type { TickColumns } from '../../../../core/market/tick.js';
import { MICROS_PER_DAY } from '../../../../core/time/instant.js';
import { sha256 } from '../../files/sha256.js';
import type { Day } from './days.js';
import { counted, type DoctorFinding, listed } from './finding.js';

const LEAST_TICKS = 20;
/** Share of ticks that are the tick before once more; a day that is there twice has a half. */
const TWICE = 0.45;

/** @param days - trading days of the columns. */
export function copyFindings(columns: TickColumns, days: readonly Day[]): DoctorFinding[] {
  const long = days.filter(({ from, to }) => to - from >= LEAST_TICKS);
  const seen = new Map<string, string>();
  const copies: string[] = [];
  for (const day of long) {
    const print = fingerprint(columns, day);
    const original = seen.get(print);
    if (original === undefined) seen.set(print, day.date);
    else copies.push(`${day.date} has the prices of ${original}`);
  }
  const twice = long.filter(day => repeats(columns, day) >= (day.to - day.from) * TWICE);
  const findings: DoctorFinding[] = [];
  if (copies.length > 0) {
    const says = `${counted(copies.length, 'day')} copied from another date: ${listed(copies)}.`;
    findings.push({ kind: 'copied-days', severity: 'fault', says, count: copies.length });
  }
  if (twice.length > 0) {
    const says = `${counted(twice.length, 'day')} there twice, each tick once more: ${listed(twice.map(({ date }) => date))}.`;
    findings.push({ kind: 'repeated-days', severity: 'fault', says, count: twice.length });
  }
  return findings;
}

/** A digest of the prices of a day and their times of day. */
function fingerprint({ time, bid, ask }: TickColumns, { from, to }: Day): string {
  const times = time.slice(from, to).map(at => at % MICROS_PER_DAY);
  const parts = [times, bid.slice(from, to), ask.slice(from, to)];
  return parts.map(part => sha256(new Uint8Array(part.buffer))).join();
}

function repeats({ time, bid, ask }: TickColumns, { from, to }: Day): number {
  let count = 0;
  for (let row = from + 1; row < to; row++) {
    const isSame =
      time[row] === time[row - 1] && bid[row] === bid[row - 1] && ask[row] === ask[row - 1];
    if (isSame) count += 1;
  }
  return count;
}
