/**
 * Whether the daily rollover is where it belongs: at 17:00 New York spreads are several times wider
 * than during the day. It shows the clock of files without a weekend.
 */

import type { TickColumns } from '../../../../core/market/tick.js';
import { NEW_YORK } from '../../../../core/time/calendar.js';
import { type Instant, MICROS_PER_MINUTE } from '../../../../core/time/instant.js';
import { zone } from '../../../../core/time/zone.js';
import type { DoctorFinding } from './finding.js';

const SLOT_MINUTES = 30;
const SLOTS = 48;
/** Slot of 17:00, when the day of New York's market ends. */
const ROLLOVER_SLOT = 34;
/** Slots in which the spread may be widest: half an hour before to an hour after. */
const NEAR = 2;
/** News widens spreads too, but not at the same time on most of several days. */
const LEAST_DAYS = 3;
const LEAST_SLOTS = 44;
const CLEARLY_WIDER = 2.5;

/** @returns undefined where the spreads do not show it. */
export function rolloverFinding(columns: TickColumns): DoctorFinding | undefined {
  const typical = spreadsOfSlots(columns);
  const full = typical.filter(spread => !Number.isNaN(spread));
  const widest = Math.max(...full);
  const median = medianOf(full);
  if (full.length < LEAST_SLOTS || widest < median * CLEARLY_WIDER) return undefined;
  const slot = typical.indexOf(widest);
  const off = ((slot - ROLLOVER_SLOT + SLOTS + SLOTS / 2) % SLOTS) - SLOTS / 2;
  if (Math.abs(off) <= NEAR) return undefined;
  const hours = Math.abs(off) / 2;
  const says = `Spreads are widest at ${clockText(slot)} New York; at brokers they are widest at the rollover, 17:00. The clock may be ${hours} h too ${off < 0 ? 'early' : 'late'}.`;
  return { kind: 'rollover', severity: 'warning', says, count: 1 };
}

/** Median over the days of the mean spread in each half hour; NaN where few days have ticks. */
function spreadsOfSlots({ length, time, bid, ask }: TickColumns): number[] {
  const where = zone(NEW_YORK);
  const sums = new Map<number, { sum: number; count: number }>();
  for (let row = 0; row < length; row++) {
    const { days, microsOfDay } = where.toLocal(time[row] as Instant);
    const slot = Math.floor(microsOfDay / (SLOT_MINUTES * MICROS_PER_MINUTE));
    const key = days * SLOTS + slot;
    const entry = sums.get(key) ?? { sum: 0, count: 0 };
    if (entry.count === 0) sums.set(key, entry);
    entry.sum += (ask[row] as number) - (bid[row] as number);
    entry.count += 1;
  }
  const slots: number[][] = Array.from({ length: SLOTS }, () => []);
  for (const [key, { sum, count }] of sums) slots[key % SLOTS]?.push(sum / count);
  return slots.map(means => (means.length < LEAST_DAYS ? Number.NaN : medianOf(means)));
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

function clockText(slot: number): string {
  return `${String(slot >> 1).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`;
}
