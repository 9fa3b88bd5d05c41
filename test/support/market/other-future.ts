/**
 * Another future: a market that is the same up to an instant, and different after it.
 */

import { residentWindows, type TickColumns } from '../../../src/core/market/tick.js';
import type { Scenario } from '../../../src/core/run/scenario.js';

/** Points by which the other future is dearer. */
const DEARER = 100;

/** How the rows after the instant differ. A row is its number, `first` that of the first one after it. */
const FUTURES = {
  /** Other prices at the same times. */
  dearer: (columns: TickColumns, first: number): TickColumns => {
    const moved = (prices: Int32Array) =>
      prices.map((price, row) => (row < first ? price : price + DEARER));
    return { ...columns, bid: moved(columns.bid), ask: moved(columns.ask) };
  },
  /** The same prices at other times: each tick comes in half of its time from the instant. */
  sooner: (columns: TickColumns, first: number, at: number): TickColumns => {
    const time = columns.time.map((each, row) =>
      row < first ? each : Math.ceil(at + (each - at) / 2),
    );
    return { ...columns, time };
  },
  /** No ticks any more. */
  silent: (columns: TickColumns, first: number): TickColumns => ({
    length: first,
    time: columns.time.slice(0, first),
    bid: columns.bid.slice(0, first),
    ask: columns.ask.slice(0, first),
  }),
} as const;

export type Future = keyof typeof FUTURES;

export const FUTURE_NAMES = Object.keys(FUTURES) as readonly Future[];

/** The scenario with another future after `at`, in microseconds since 1970. */
export function otherFuture(scenario: Scenario, future: Future, at: number): Scenario {
  const market = scenario.market.map(entry => {
    if (entry.ticks === undefined) return entry;
    const windows = entry.ticks.windows.flatMap(window => {
      const columns = window.columns();
      const later = columns.time.findIndex(time => time > at);
      if (later < 0) return [window];
      return residentWindows(FUTURES[future](columns, later, at));
    });
    return { ...entry, ticks: { ...entry.ticks, windows } };
  });
  return { ...scenario, market };
}
