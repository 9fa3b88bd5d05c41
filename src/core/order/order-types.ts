/**
 * The table of order types: one row per type, with all differences between the types. Code that
 * asks "is this a stop?" reads this table. Rows of dependent orders are built from
 * dependent-orders.ts. Source: v20 semantics 3.1, 4.1.
 */

import { DEPENDENT_ORDER_LIST } from './dependent-orders.js';
import type { OrderFillReason } from './fill-reason.js';
import type { DependentOrderType, EntryOrderType, OrderType, TimeInForce } from './order.js';

/** One row: what is special about an order type. */
export interface OrderTypeRule {
  /**
   * `limit` waits for a better price, `stop` for a worse price, `touch` for either, `market` does
   * not wait.
   */
  readonly trigger: 'market' | 'limit' | 'stop' | 'touch';
  /** Whether the order closes one trade instead of naming an instrument and units. */
  readonly dependent: boolean;
  /** Whether a client gives a price: never, always, or only when it gives no distance. */
  readonly price: 'none' | 'required' | 'orDistance';
  /** Whether a client gives a distance; `required` means that the price trails the market at it. */
  readonly distance: 'none' | 'required' | 'orPrice';
  /** Whether a client may limit the fill price with `priceBound`. */
  readonly priceBound: boolean;
  /** The time in force when the client gives none. */
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

const ENTRY_TYPES: Readonly<Record<EntryOrderType, OrderTypeRule>> = {
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
};

const DEPENDENT_TYPES = Object.fromEntries(
  DEPENDENT_ORDER_LIST.map(({ type, trigger, price, distance }): [string, OrderTypeRule] => [
    type,
    { ...DEPENDENT, trigger, price, distance, fillReason: `${type}_ORDER` },
  ]),
) as Readonly<Record<DependentOrderType, OrderTypeRule>>;

/** The rows of all types: entry orders first, then dependent orders in their own order. */
export const ORDER_TYPES: Readonly<Record<OrderType, OrderTypeRule>> = {
  ...ENTRY_TYPES,
  ...DEPENDENT_TYPES,
};

/** The names of all types, in the order of the table. */
export const ORDER_TYPE_NAMES = Object.keys(ORDER_TYPES) as readonly OrderType[];
