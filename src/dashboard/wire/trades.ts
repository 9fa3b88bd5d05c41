/** Trades with their orders, and what closes positions. */

import type { Order, Position, TradeSummary } from './types.js';
import { type AccountPlace, accountCall } from './v20.js';

/** A trade with the orders that close it. */
export interface Trade extends TradeSummary {
  readonly takeProfitOrder?: Order;
  readonly stopLossOrder?: Order;
  readonly trailingStopLossOrder?: Order;
  readonly guaranteedStopLossOrder?: Order;
}

/** Closes both sides of a position, as far as there are any. */
export function closePosition(
  place: AccountPlace,
  { instrument, long, short }: Position,
): Promise<Record<string, unknown>> {
  const body = {
    ...(long.units === '0' ? {} : { longUnits: 'ALL' }),
    ...(short.units === '0' ? {} : { shortUnits: 'ALL' }),
  };
  return accountCall(place, `/positions/${instrument}/close`, { method: 'PUT', body });
}
