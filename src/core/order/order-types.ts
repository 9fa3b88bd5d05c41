/**
 * One row per order type: what distinguishes it from the others. Everything that asks "is this a
 * stop?" reads this table, so a new type is a new row. Source: v20 semantics 3.1, 4.1.
 */

import type { CreatableOrderType, TimeInForce } from './order.js';
import type { OrderFillReason } from './reasons.js';

export interface OrderTypeRule {
  /** `limit` waits for a better price, `stop` for a worse one, `touch` for either, `market` for none. */
  readonly trigger: 'market' | 'limit' | 'stop' | 'touch';
  /** Whether it closes one trade instead of naming an instrument and units. */
  readonly dependent: boolean;
  readonly price: 'none' | 'required' | 'orDistance';
  readonly distance: 'none' | 'required' | 'orPrice';
  readonly priceBound: boolean;
  readonly timeInForceDefault: TimeInForce;
  readonly timesInForce: readonly TimeInForce[];
  readonly fillReason: OrderFillReason;
}

const RESTING: readonly TimeInForce[] = ['GTC', 'GTD', 'GFD'];
const ANY: readonly TimeInForce[] = ['GTC', 'GTD', 'GFD', 'FOK', 'IOC'];

const DEPENDENT = {
  dependent: true,
  priceBound: false,
  timeInForceDefault: 'GTC',
  timesInForce: RESTING,
} as const;

const PENDING_ENTRY = {
  dependent: false,
  price: 'required',
  distance: 'none',
  timeInForceDefault: 'GTC',
} as const;

export const ORDER_TYPES: Readonly<Record<CreatableOrderType, OrderTypeRule>> = {
  MARKET: {
    trigger: 'market',
    dependent: false,
    price: 'none',
    distance: 'none',
    priceBound: true,
    timeInForceDefault: 'FOK',
    timesInForce: ['FOK', 'IOC'],
    fillReason: 'MARKET_ORDER',
  },
  LIMIT: {
    ...PENDING_ENTRY,
    trigger: 'limit',
    priceBound: false,
    timesInForce: ANY,
    fillReason: 'LIMIT_ORDER',
  },
  STOP: {
    ...PENDING_ENTRY,
    trigger: 'stop',
    priceBound: true,
    timesInForce: ANY,
    fillReason: 'STOP_ORDER',
  },
  MARKET_IF_TOUCHED: {
    ...PENDING_ENTRY,
    trigger: 'touch',
    priceBound: true,
    timesInForce: RESTING,
    fillReason: 'MARKET_IF_TOUCHED_ORDER',
  },
  TAKE_PROFIT: {
    ...DEPENDENT,
    trigger: 'limit',
    price: 'required',
    distance: 'none',
    fillReason: 'TAKE_PROFIT_ORDER',
  },
  STOP_LOSS: {
    ...DEPENDENT,
    trigger: 'stop',
    price: 'orDistance',
    distance: 'orPrice',
    fillReason: 'STOP_LOSS_ORDER',
  },
  GUARANTEED_STOP_LOSS: {
    ...DEPENDENT,
    trigger: 'stop',
    price: 'orDistance',
    distance: 'orPrice',
    fillReason: 'GUARANTEED_STOP_LOSS_ORDER',
  },
  TRAILING_STOP_LOSS: {
    ...DEPENDENT,
    trigger: 'stop',
    price: 'none',
    distance: 'required',
    fillReason: 'TRAILING_STOP_LOSS_ORDER',
  },
};
