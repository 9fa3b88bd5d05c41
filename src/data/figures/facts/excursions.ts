/**
 * How far prices moved against and in favour of each closed trade while it was open: the extremes
 * of all ticks from opening to close, on the side that would have closed the trade. They are
 * computed from the bounds of blocks of ticks, so a long trade costs no more time than a short one.
 * A trade that closes between two points of a bar has left the market before the second one, so the
 * price of its exit counts instead (v20 semantics, legs of bars). Prices include the scenario's spread, as the engine quoted them.
 */

import type { AccountRun, InstrumentRun } from '../account/account-run.js';
import type { TradeResult } from './trade-results.js';

export interface Excursion {
  /** Pips, at least 0. */
  readonly adverse: number;
  /** Pips, at least 0. */
  readonly favourable: number;
}

/** Excursions by trade id. */
export function excursions(
  { market, trades }: AccountRun,
  results: readonly TradeResult[],
): Map<string, Excursion> {
  const runs = new Map(market.map(run => [run.instrument.name, run]));
  const entries = new Map(trades.map(({ id, price }) => [id, Number(price)]));
  const found = new Map<string, Excursion>();
  for (const result of results) {
    const run = runs.get(result.instrument);
    const entry = entries.get(result.id);
    if (run === undefined || entry === undefined) continue;
    const excursion = excursionOf(run, result, entry);
    if (excursion !== undefined) found.set(result.id, excursion);
  }
  return found;
}

function excursionOf(
  { prices, instrument }: InstrumentRun,
  { opened, closed, isLong, exitPrice }: TradeResult,
  entry: number,
): Excursion | undefined {
  const from = prices.rowAtOrAfter(opened);
  const after = prices.rowAtOrAfter(closed + 1);
  if (after <= from) return undefined;
  const isWithinLeg = prices.timeAt(after - 1) === closed && prices.isLegAt(after - 1);
  const to = isWithinLeg ? after - 1 : after;
  const point = 1 / 10 ** instrument.displayPrecision;
  const pip = Number(`1e${instrument.pipLocation}`);
  const reached = isWithinLeg ? [Number(exitPrice)] : [];
  if (to > from) {
    const { bid, ask } = prices.fold(from, to, opened, true);
    const side = isLong ? bid : ask;
    reached.push(side.l * point, side.h * point);
  }
  const low = Math.min(...reached);
  const high = Math.max(...reached);
  const down = Math.max(0, (entry - low) / pip);
  const up = Math.max(0, (high - entry) / pip);
  return isLong ? { adverse: down, favourable: up } : { adverse: up, favourable: down };
}
