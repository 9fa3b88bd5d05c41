/**
 * The market as requests use it: slots of named instruments, and the source of prices.
 */

import type { CandleSeries } from '../../../core/candle/series.js';
import type { AccountCell } from '../../../core/engine/state/account-cell.js';
import { depthTable, levelsLeft } from '../../../core/engine/state/execution-context.js';
import { type BookSide, type TopOfBook, topOfBook } from '../../../core/market/book.js';
import type { Instant } from '../../../core/time/instant.js';
import type { PricedMarket } from '../../../core/view/pricing.js';
import type { Simulation } from '../../runtime/simulation/simulation.js';
import { invalidParameter } from '../http/request-errors.js';

/** The slot of the instrument that `parameter` names. @throws RequestError 400 when it is unknown. */
export function slotNamed({ engine }: Simulation, name: string, parameter: string): number {
  const slot = engine.state.quotes.slot(name);
  if (slot === undefined) throw invalidParameter(parameter);
  return slot;
}

/** Slots of instruments in the order of `names`, each once. @throws RequestError 400 for an unknown one. */
export function slotsNamed(simulation: Simulation, names: readonly string[]): readonly number[] {
  return [...new Set(names.map(name => slotNamed(simulation, name, 'instruments')))];
}

/** The quotes of the simulation, and the depth around them. */
export function pricedMarket({ engine }: Simulation): PricedMarket {
  const { quotes, model } = engine.state;
  return { quotes, depth: depthTable(model) };
}

/** The same as the account in `slot` sees it: without the liquidity that it has taken. */
export function accountMarket(simulation: Simulation, slot: number): PricedMarket {
  const market = pricedMarket(simulation);
  if (simulation.engine.state.model.regeneration === undefined) return market;
  const left = (instrument: number, side: BookSide) => {
    const { cells, context } = simulation.engine.state;
    const { taken } = cells[slot] as AccountCell;
    return levelsLeft(context, instrument, side, { taken, at: simulation.now });
  };
  return { ...market, left };
}

/** The quote in effect at `at`, which is not in the future; undefined before the first. */
export function quoteAt(
  { engine }: Simulation,
  slot: number,
  at: Instant,
): (TopOfBook & { readonly time: number }) | undefined {
  const { quotes, candles } = engine.state;
  const time = quotes.time[slot] as number;
  if (time >= 0 && time <= at) return { ...topOfBook(quotes, slot), time };
  const series = candles[slot] as CandleSeries;
  const row = series.rowAtOrAfter(at + 1) - 1;
  return row < 0 ? undefined : series.quoteAt(row);
}
