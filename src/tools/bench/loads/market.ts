/**
 * The market of the benches: seeded synthetic ticks, made window by window, so that making them
 * takes no more memory than their columns and one window do.
 */

import { present } from '../../../core/base/present.js';
import { generateTicks } from '../../../core/feed/synthetic.js';
import type { Instrument } from '../../../core/market/instrument.js';
import { instrumentTable } from '../../../core/market/instrument-table.js';
import { residentWindows, type TickWindow } from '../../../core/market/tick.js';
import { type Instant, instant, MICROS_PER_DAY, parseInstant } from '../../../core/time/instant.js';
import { tenths } from '../measuring/progress.js';

const TICKS_PER_DAY = 44_000;
/** Days that give about a million ticks. */
export const MILLION_DAYS = 28;
const WINDOW_DAYS = 28;
const SEED = 42;
const START = '2024-01-07T22:00:00Z';
const POINTS_A_UNIT = 100_000;

/** Ticks by instrument, from `from` to `to` (exclusive). */
export interface Market {
  readonly instruments: readonly Instrument[];
  readonly windows: readonly (readonly TickWindow[])[];
  readonly ticks: number;
  readonly from: Instant;
  readonly to: Instant;
}

export interface MarketOptions {
  readonly days: number;
  /** Default: EUR_USD. */
  readonly names?: readonly string[];
  readonly ticksPerDay?: number;
  /** Stops early at this number of ticks. */
  readonly mostTicks?: number;
}

/**
 * Makes a market. Several instruments are made in one window, because their prices depend on each
 * other.
 */
export function makeMarket(options: MarketOptions): Market {
  const { days, names = ['EUR_USD'], ticksPerDay = TICKS_PER_DAY } = options;
  const instruments = names.map(name => instrumentTable().get(name) as Instrument);
  const from = parseInstant(START)?.at ?? instant(0);
  const end = from + days * MICROS_PER_DAY;
  const step = instruments.length > 1 ? days : WINDOW_DAYS * (TICKS_PER_DAY / ticksPerDay);
  const most = options.mostTicks ?? Number.POSITIVE_INFINITY;
  const progress = tenths('making ticks');
  const windows: TickWindow[][] = instruments.map(() => []);
  let euro: number | undefined;
  let ticks = 0;
  let at = from;
  for (let seed = SEED; at < end && ticks < most; seed++) {
    const to = instant(Math.min(end, at + Math.ceil(step) * MICROS_PER_DAY));
    const made = generateTicks({
      instruments,
      from: at,
      to,
      seed,
      ticksPerDay,
      ...present({ values: euro === undefined ? undefined : { USD: 1, EUR: euro } }),
    });
    made.forEach((columns, slot) => {
      windows[slot]?.push(...residentWindows(columns));
      ticks += columns.length;
    });
    const first = made[0];
    const last = first?.bid[first.length - 1];
    if (instruments.length === 1 && last !== undefined) euro = last / POINTS_A_UNIT;
    at = to;
    if (days > MILLION_DAYS) progress(Math.max((at - from) / (end - from), ticks / most), 1);
  }
  return { instruments, windows, ticks, from, to: at };
}
