/**
 * A request of each order type, as the pages of the API show them. Prices are near those of the
 * quickstart scenario; a dependent order names a trade, whose id the reader puts in.
 */

import type { OrderType } from '../../../../core/order/order.js';

/** A request that a reader can send. */
export interface OrderExample {
  /** What the order does, for people. */
  readonly summary: string;
  readonly value: { readonly order: Readonly<Record<string, unknown>> };
}

const EUR_USD = { instrument: 'EUR_USD', units: '10000' };
const TRADE = { tradeID: '6' };

/** By type, in the order of the published description. */
export const ORDER_EXAMPLES: Readonly<Record<OrderType, OrderExample>> = {
  MARKET: example('Buy now, with a stop loss and a take profit', {
    type: 'MARKET',
    ...EUR_USD,
    stopLossOnFill: { distance: '0.00500' },
    takeProfitOnFill: { price: '1.20000' },
  }),
  LIMIT: example('Buy at this price or a lower one', {
    type: 'LIMIT',
    ...EUR_USD,
    price: '1.05000',
    timeInForce: 'GTC',
  }),
  STOP: example('Sell when the price has fallen this far, within a bound', {
    type: 'STOP',
    instrument: 'EUR_USD',
    units: '-10000',
    price: '1.05000',
    priceBound: '1.04900',
    timeInForce: 'GTC',
  }),
  MARKET_IF_TOUCHED: example('Buy when the price is touched', {
    type: 'MARKET_IF_TOUCHED',
    ...EUR_USD,
    price: '1.05000',
    timeInForce: 'GTC',
    clientExtensions: { id: 'my-entry-1', tag: 'example' },
  }),
  TAKE_PROFIT: example('Close a trade with a profit; put its id in tradeID', {
    type: 'TAKE_PROFIT',
    ...TRADE,
    price: '1.20000',
  }),
  STOP_LOSS: example('Close a trade that has lost too much; put its id in tradeID', {
    type: 'STOP_LOSS',
    ...TRADE,
    distance: '0.00500',
  }),
  GUARANTEED_STOP_LOSS: example('Close a trade at this price for certain, for a fee', {
    type: 'GUARANTEED_STOP_LOSS',
    ...TRADE,
    price: '1.00000',
  }),
  TRAILING_STOP_LOSS: example('Follow a trade at a distance; put its id in tradeID', {
    type: 'TRAILING_STOP_LOSS',
    ...TRADE,
    distance: '0.00500',
  }),
};

function example(summary: string, order: Readonly<Record<string, unknown>>): OrderExample {
  return { summary, value: { order } };
}
