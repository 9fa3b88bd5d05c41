/** Crossed, locked, stale, repeated and jumping quotes, and rows that were left out. */

import type { TickColumns } from '../../../../core/market/tick.js';
import { MICROS_PER_MINUTE } from '../../../../core/time/instant.js';
import type { TickBooks } from '../columns/tick-books.js';
import { counted, type DoctorFinding, listed, percent, shortTime } from './finding.js';

const CROSSED = /^bid: must not be above ask/;
/** Share of crossed quotes from which they are more than single errors of a feed. */
const MANY_CROSSED = 0.001;
const MANY_LOCKED = 0.01;
const STALE_MICROS = 15 * MICROS_PER_MINUTE;
const STALE_TICKS = 10;
/** Change of the mid price from one tick to the next that is no market: a jump. */
const JUMP = 0.01;
const SPIKE = 0.005;
/** Change that no currency pair has made from one tick to the next. */
const OTHER_SCALE = 0.3;
const NEAR_MICROS = 5 * MICROS_PER_MINUTE;
const SPIKE_TICKS = 3;
/** Share of a spike by which the price after it may differ from the price before it. */
const BACK = 0.2;

/** Rows that were left out or sorted. */
export function rowFindings({ rows, skipped, sorted }: TickBooks): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  for (const { rule, count, firstLines, harmless } of skipped) {
    if (harmless) continue;
    const lines = firstLines.length === 0 ? '' : ` (lines ${listed(firstLines.map(String))})`;
    const share = percent(count, rows);
    if (CROSSED.test(rule)) {
      const severity = count > rows * MANY_CROSSED ? 'fault' : 'warning';
      const says = `${counted(count, 'crossed quote')}, bid above ask, ${share} of the rows${lines}. --on-bad-row skip leaves them out.`;
      findings.push({ kind: 'crossed', severity, says, count });
    } else {
      const says = `${counted(count, 'row')} (${share}) cannot be read: ${rule}${lines}.`;
      findings.push({ kind: 'bad-rows', severity: 'fault', says, count });
    }
  }
  if (sorted > 0) {
    const says = `${counted(sorted, 'row')} lie before a row above them: parts of the file are in the wrong order, or there twice. --on-disorder sort puts them in order.`;
    findings.push({ kind: 'disorder', severity: 'fault', says, count: sorted });
  }
  return findings;
}

/** Quotes without a spread, and quotes that do not move. */
export function quoteFindings(columns: TickColumns): DoctorFinding[] {
  const { length, bid, ask } = columns;
  let locked = 0;
  for (let row = 0; row < length; row++) if (bid[row] === ask[row]) locked += 1;
  const findings: DoctorFinding[] = [];
  if (locked > length * MANY_LOCKED) {
    const says = `${counted(locked, 'quote')} (${percent(locked, length)}) without a spread: bid equals ask. Trading looks cheaper than it was.`;
    findings.push({ kind: 'locked', severity: 'warning', says, count: locked });
  }
  return [...findings, ...staleFinding(columns)];
}

function staleFinding({ length, time, bid, ask }: TickColumns): DoctorFinding[] {
  const places: string[] = [];
  for (let from = 0; from < length; ) {
    let to = from + 1;
    while (to < length && bid[to] === bid[from] && ask[to] === ask[from]) to += 1;
    const lasted = (time[to - 1] as number) - (time[from] as number);
    if (to - from >= STALE_TICKS && lasted >= STALE_MICROS) {
      const minutes = Math.round(lasted / MICROS_PER_MINUTE);
      places.push(`${shortTime(time[from] as number)} (${minutes} min)`);
    }
    from = to;
  }
  if (places.length === 0) return [];
  const says = `${counted(places.length, 'stretch').replace(/hs$/, 'hes')} of stale quotes, repeated unchanged for a quarter of an hour or more: ${listed(places)} UTC.`;
  return [{ kind: 'stale', severity: 'warning', says, count: places.length }];
}

/** Prices that jump, and prices that jump and come back. */
export function jumpFindings({ length, time, bid, ask }: TickColumns): DoctorFinding[] {
  const mid = (row: number) => (bid[row] as number) + (ask[row] as number);
  const change = (from: number, to: number) => (mid(to) - mid(from)) / mid(from);
  const spikes: string[] = [];
  const jumps: string[] = [];
  let largest = 0;
  for (let row = 1; row < length; row++) {
    const moved = change(row - 1, row);
    const isNear = (time[row] as number) - (time[row - 1] as number) <= NEAR_MICROS;
    if (Math.abs(moved) < SPIKE || !isNear) continue;
    const place = `${shortTime(time[row] as number)} (${(moved * 100).toFixed(2)} %)`;
    const last = Math.min(row + SPIKE_TICKS, length - 1);
    let back = row + 1;
    while (back <= last && Math.abs(change(row - 1, back)) > Math.abs(moved) * BACK) back += 1;
    if (back <= last) {
      spikes.push(place);
      row = back;
    } else if (Math.abs(moved) >= JUMP) {
      jumps.push(place);
      largest = Math.max(largest, Math.abs(moved));
    }
  }
  const findings: DoctorFinding[] = [];
  if (spikes.length > 0) {
    const says = `${counted(spikes.length, 'spike')}: the price leaves and is back within ${SPIKE_TICKS} ticks: ${listed(spikes)} UTC. Stops fill on them.`;
    findings.push({ kind: 'spikes', severity: 'fault', says, count: spikes.length });
  }
  if (jumps.length > 0) {
    const scale =
      largest >= OTHER_SCALE ? ' Parts of the file have another scale or instrument.' : '';
    const severity = largest >= OTHER_SCALE ? 'fault' : 'warning';
    const says = `${counted(jumps.length, 'jump')} of 1 % or more from one tick to the next: ${listed(jumps)} UTC.${scale}`;
    findings.push({ kind: 'jumps', severity, says, count: jumps.length });
  }
  return findings;
}
