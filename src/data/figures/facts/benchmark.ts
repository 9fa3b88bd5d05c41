/**
 * Buying and holding the market: the mid price of the market's first instrument that has ticks, at
 * the ends of the account's days. Before its first tick in the data, the price of that tick is
 * used. The first tick may lie before the window.
 */

import type { Instant } from '../../../core/time/instant.js';
import type { AccountRun, InstrumentRun } from '../account/account-run.js';

export interface Benchmark {
  readonly instrument: string;
  /** Mid price at each requested instant. */
  readonly prices: readonly number[];
}

/** Mid prices at `instants`, which ascend; undefined when the market has no tick. */
export function benchmarkAt(
  { market }: AccountRun,
  instants: readonly Instant[],
): Benchmark | undefined {
  const first = market.find(({ prices }) => prices.length > 0);
  if (first === undefined) return undefined;
  const prices = instants.map(at => midAt(first, at));
  return { instrument: first.instrument.name, prices };
}

function midAt({ prices, instrument }: InstrumentRun, at: Instant): number {
  const row = Math.max(0, prices.rowAtOrAfter(at + 1) - 1);
  const { bid, ask } = prices.pricesAt(row);
  return (bid + ask) / 2 / 10 ** instrument.displayPrecision;
}

/** Relative changes between neighbouring prices; prices are above zero. */
export function changes(prices: readonly number[]): number[] {
  return prices.slice(1).map((price, index) => price / (prices[index] ?? price) - 1);
}
