/**
 * What every decision may look at: the market, the execution model and the resting orders. Shared
 * by all accounts of one engine. Decisions read it; only the engine changes it.
 */

import type { DepthLevel } from '../../market/book.js';
import type { QuoteBoard } from '../../market/quote.js';
import type { RestingOrders } from '../../order/resting-orders.js';
import type { ExecutionModel } from './execution-model.js';

export interface ExecutionContext {
  readonly quotes: QuoteBoard;
  readonly model: ExecutionModel;
  /** Resting orders by instrument slot. */
  readonly resting: readonly RestingOrders[];
  /** Draws the slippage of the next fill, in points against the client. */
  drawSlippage(): number;
}

/** The depth table of the model, or undefined when ticks' volumes are the depth. */
export function depthTable(model: ExecutionModel): readonly DepthLevel[] | undefined {
  return model.liquidity === 'volume' ? undefined : model.liquidity.depth;
}
