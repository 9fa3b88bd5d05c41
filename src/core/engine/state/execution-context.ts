/**
 * What a decision may read: the market, the execution model and the resting orders. All accounts of
 * one engine share it. Decisions read it; only the engine changes it.
 */

import type { TakenLiquidity } from '../../ledger/log/taken-liquidity.js';
import {
  type BookLevel,
  type BookSide,
  bookLevels,
  type DepthLevel,
  lessTaken,
} from '../../market/book.js';
import type { QuoteBoard } from '../../market/quote.js';
import type { RestingOrders } from '../../order/resting-orders.js';
import type { ExecutionModel } from './execution-model.js';

/** The shared data of all decisions of one engine. */
export interface ExecutionContext {
  readonly quotes: QuoteBoard;
  readonly model: ExecutionModel;
  /** Resting orders, by instrument slot. */
  readonly resting: readonly RestingOrders[];
  /** Draws the slippage of the next fill: points against the client, at least 0. */
  drawSlippage(): number;
}

/** The depth table of the model; undefined when the volumes of ticks are the depth. */
export function depthTable(model: ExecutionModel): readonly DepthLevel[] | undefined {
  return model.liquidity === 'volume' ? undefined : model.liquidity.depth;
}

/** The liquidity that an account has taken, and the instant for which its book is wanted. */
export interface Taker {
  readonly taken: TakenLiquidity;
  /** Microseconds. */
  readonly at: number;
  /** The last transaction of the account that counts; absent: the newest. */
  readonly lastID?: number;
}

/** The levels of one side that are left to an account, best first: of the recorded ones, or of the model's. */
export function levelsLeft(
  { quotes, model }: Pick<ExecutionContext, 'quotes' | 'model'>,
  slot: number,
  side: BookSide,
  { taken, at, lastID }: Taker,
): readonly BookLevel[] {
  const { books, regeneration } = model;
  const { name: instrument } = quotes.instrument(slot);
  const recorded = books?.levelsOf(instrument, side, quotes.time[slot] as number);
  const levels = recorded ?? bookLevels(quotes, slot, side, depthTable(model));
  return regeneration === undefined
    ? levels
    : lessTaken(levels, taken.units(regeneration, { instrument, side, at }, lastID));
}
