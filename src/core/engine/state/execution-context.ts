/**
 * What a decision may read: the market, the execution model and the resting orders. All accounts of
 * one engine share it. Decisions read it; only the engine changes it.
 */

import type { DepthLevel } from '../../market/book.js';
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
