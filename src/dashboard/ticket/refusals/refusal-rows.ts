/**
 * Every reason for which the server refuses or cancels a request: the field of the ticket that it is about, and
 * what it means to a trader. A reason without a row does not compile. Source: v20 semantics 3.5, 3.6.
 */

import type { OrderCancelReason } from '../../../core/reason/cancel-reasons.js';
import type { RejectReason } from '../../../core/reason/reject-reasons.js';
import { ON_FILL_ROWS, type RefusalRow } from './on-fill-rows.js';

/** A reason of a reject or of a cancel. */
export type RefusalReason = RejectReason | OrderCancelReason;

const ACCOUNT = {
  INTERNAL_SERVER_ERROR: [
    undefined,
    'The broker failed at random, as the scenario states. Try again.',
  ],
  ACCOUNT_NOT_ACTIVE: [undefined, 'The account is closed.'],
  ACCOUNT_LOCKED: [undefined, 'The account is locked.'],
  ACCOUNT_NEW_POSITIONS_LOCKED: [undefined, 'The account may open no trades: it is locked.'],
  ACCOUNT_ORDER_CREATION_LOCKED: [undefined, 'The account may place no orders: it is locked.'],
  ACCOUNT_ORDER_CANCEL_LOCKED: [undefined, 'The account may cancel no orders: it is locked.'],
  ACCOUNT_ORDER_FILL_LOCKED: [undefined, 'The account may fill no orders: it is locked.'],
  ACCOUNT_CONFIGURATION_LOCKED: [undefined, 'The account may not be configured: it is locked.'],
  ACCOUNT_DEPOSIT_LOCKED: [undefined, 'The account takes no deposits: it is locked.'],
  ACCOUNT_WITHDRAWAL_LOCKED: [undefined, 'The account pays nothing out: it is locked.'],
  ACCOUNT_POSITION_VALUE_LIMIT_EXCEEDED: ['units', 'All positions together would be too large.'],
  CLIENT_CONFIGURE_DATA_MISSING: [undefined, 'Nothing to configure was given.'],
  ALIAS_INVALID: [undefined, 'The name of the account has 1 to 128 characters.'],
  MARGIN_RATE_INVALID: [undefined, 'The margin rate must be from 0.001 to 1.'],
  MARGIN_RATE_WOULD_TRIGGER_CLOSEOUT: [undefined, 'That margin rate would close the account out.'],
  MARGIN_RATE_WOULD_TRIGGER_MARGIN_CALL: [undefined, 'That margin rate would cause a margin call.'],
  AMOUNT_MISSING: [undefined, 'The amount is missing.'],
  AMOUNT_INVALID: [undefined, 'The amount is not zero and has at most 4 decimals.'],
  FUNDING_REASON_MISSING: [undefined, 'The reason of the transfer is missing.'],
  INSUFFICIENT_FUNDS: [undefined, 'The account does not have this amount to withdraw.'],
} as const;

const ORDER = {
  INSTRUMENT_MISSING: ['instrument', 'The instrument is missing.'],
  INSTRUMENT_PRICE_UNKNOWN: ['instrument', 'The instrument has no price yet.'],
  UNITS_MISSING: ['units', 'The size is missing.'],
  UNITS_INVALID: ['units', 'The size must be above zero.'],
  UNITS_PRECISION_EXCEEDED: ['units', 'The size has more decimals than the instrument.'],
  UNITS_MINIMUM_NOT_MET: ['units', 'The size is below the smallest of the instrument.'],
  UNITS_LIMIT_EXCEEDED: ['units', 'The size is above the largest order of the instrument.'],
  POSITION_SIZE_EXCEEDED: ['units', 'The position would be larger than is allowed.'],
  INSUFFICIENT_MARGIN: ['units', 'There is not enough margin for this size.'],
  INSUFFICIENT_LIQUIDITY: ['units', 'The market does not have this many units at this price.'],
  CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE: ['units', 'The trade has fewer units than that.'],
  INVALID_REISSUE_IMMEDIATE_PARTIAL_FILL: ['price', 'A part filled at once; the rest cannot wait.'],
  PRICE_MISSING: ['price', 'The price is missing.'],
  PRICE_INVALID: ['price', 'The price must be above zero.'],
  PRICE_PRECISION_EXCEEDED: ['price', 'The price has more decimals than the instrument.'],
  PRICE_BOUND_INVALID: ['priceBound', 'The price bound must be above zero.'],
  PRICE_BOUND_PRECISION_EXCEEDED: [
    'priceBound',
    'The price bound has more decimals than the instrument.',
  ],
  BOUNDS_VIOLATION: ['priceBound', 'The market is beyond the price bound.'],
  PRICE_DISTANCE_MISSING: ['distance', 'The distance is missing.'],
  PRICE_DISTANCE_INVALID: ['distance', 'The distance must be above zero.'],
  PRICE_DISTANCE_PRECISION_EXCEEDED: [
    'distance',
    'The distance has more decimals than the instrument.',
  ],
  PRICE_DISTANCE_MAXIMUM_EXCEEDED: [
    'distance',
    'The distance is farther than the instrument allows.',
  ],
  PRICE_DISTANCE_MINIMUM_NOT_MET: [
    'distance',
    'The distance is nearer than the instrument allows.',
  ],
  TIME_IN_FORCE_INVALID: ['timeInForce', 'An order of this type does not allow this lifetime.'],
  TIME_IN_FORCE_GTD_TIMESTAMP_MISSING: ['gtdTime', 'Good till a date needs the date.'],
  TIME_IN_FORCE_GTD_TIMESTAMP_IN_PAST: ['gtdTime', 'The date that the order is good till is over.'],
  TIME_IN_FORCE_EXPIRED: ['timeInForce', 'It could not fill in full at once, as it had to.'],
  TRIGGER_CONDITION_INVALID: ['triggerCondition', 'It watches only the side that it closes on.'],
  LOSING_TAKE_PROFIT: ['takeProfitOnFill.price', 'The profit is on the losing side of the fill.'],
  PENDING_ORDERS_ALLOWED_EXCEEDED: [
    undefined,
    'The account has its largest number of waiting orders.',
  ],
  OPEN_TRADES_ALLOWED_EXCEEDED: [undefined, 'The account has its largest number of open trades.'],
  MARKET_HALTED: [undefined, 'The market is closed, or has no price.'],
  INSTRUMENT_BID_HALTED: [undefined, 'Selling is halted.'],
  INSTRUMENT_ASK_HALTED: [undefined, 'Buying is halted.'],
  INSTRUMENT_BID_REDUCE_ONLY: [undefined, 'Selling may only reduce a position now.'],
  INSTRUMENT_ASK_REDUCE_ONLY: [undefined, 'Buying may only reduce a position now.'],
  FIFO_VIOLATION: ['positionFill', 'Older trades of this size have to be closed first.'],
  FIFO_VIOLATION_SAFEGUARD_VIOLATION: [
    'units',
    'A trade of the same size is open: choose another.',
  ],
  FIFO_VIOLATION_SAFEGUARD_PARTIAL_CLOSE_VIOLATION: [
    'units',
    'The rest of the trade would have the size of another trade.',
  ],
  POSITION_CLOSEOUT_FAILED: ['positionFill', 'It may only reduce, and there is nothing to reduce.'],
  HEDGING_GSLO_VIOLATION: [undefined, 'A trade on the other side has a guaranteed stop.'],
  LINKED_TRADE_CLOSED: ['tradeID', 'Its trade was closed.'],
  CLIENT_REQUEST: [undefined, 'It was cancelled by request.'],
  CLIENT_REQUEST_REPLACED: [undefined, 'It was replaced by another order.'],
} as const;

const EXTENSIONS = {
  CLIENT_ORDER_ID_INVALID: ['clientExtensions.id', 'The client id has 1 to 128 characters.'],
  CLIENT_ORDER_ID_ALREADY_EXISTS: [
    'clientExtensions.id',
    'Another waiting order has this client id.',
  ],
  CLIENT_ORDER_TAG_INVALID: ['clientExtensions.tag', 'The client tag has at most 128 characters.'],
  CLIENT_ORDER_COMMENT_INVALID: [
    'clientExtensions.comment',
    'The client comment has at most 128 characters.',
  ],
  CLIENT_TRADE_ID_INVALID: ['tradeClientExtensions.id', 'The client id has 1 to 128 characters.'],
  CLIENT_TRADE_ID_ALREADY_EXISTS: [
    'tradeClientExtensions.id',
    'Another open trade has this client id.',
  ],
  CLIENT_TRADE_TAG_INVALID: [
    'tradeClientExtensions.tag',
    'The client tag has at most 128 characters.',
  ],
  CLIENT_TRADE_COMMENT_INVALID: [
    'tradeClientExtensions.comment',
    'The client comment has at most 128 characters.',
  ],
  CLIENT_EXTENSIONS_DATA_MISSING: [undefined, 'No client ids were given.'],
  ORDERS_ON_FILL_DUPLICATE_CLIENT_ORDER_IDS: [undefined, 'Stop and profit have one client id.'],
  TRADE_ON_FILL_CLIENT_EXTENSIONS_NOT_SUPPORTED: [
    'tradeClientExtensions.id',
    'The order only reduces: there is no trade to take these ids.',
  ],
} as const;

const TRADE = {
  TRADE_ID_UNSPECIFIED: ['tradeID', 'The trade is missing.'],
  TRADE_DOESNT_EXIST: ['tradeID', 'The trade is not open.'],
  TRADE_IDENTIFIER_INCONSISTENCY: ['tradeID', 'The two ids name different trades.'],
  ORDER_ID_UNSPECIFIED: [undefined, 'The order is missing.'],
  ORDER_DOESNT_EXIST: [undefined, 'The order is not waiting any more.'],
  REPLACING_ORDER_INVALID: [undefined, 'A change keeps the type of the order.'],
  REPLACING_TRADE_ID_INVALID: ['tradeID', 'A change keeps the trade of the order.'],
  TRAILING_STOP_LOSS_ORDERS_NOT_SUPPORTED: [undefined, 'The account takes no trailing stops.'],
  CLOSEOUT_POSITION_DOESNT_EXIST: [undefined, 'There is no such position.'],
  CLOSEOUT_POSITION_INCOMPLETE_SPECIFICATION: [undefined, 'Which side to close is missing.'],
  CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE: [undefined, 'The position has fewer units.'],
  CLOSEOUT_POSITION_REJECT: [undefined, 'The other side of the position cannot be closed.'],
  TAKE_PROFIT_ORDER_ALREADY_EXISTS: ['tradeID', 'The trade has a profit already: change that one.'],
  STOP_LOSS_ORDER_ALREADY_EXISTS: ['tradeID', 'The trade has a stop already: change that one.'],
  GUARANTEED_STOP_LOSS_ORDER_ALREADY_EXISTS: [
    'tradeID',
    'The trade has a guaranteed stop already: change that one.',
  ],
  TRAILING_STOP_LOSS_ORDER_ALREADY_EXISTS: [
    'tradeID',
    'The trade has a trailing stop already: change that one.',
  ],
  STOP_LOSS_ORDER_PRICE_AND_DISTANCE_BOTH_SPECIFIED: ['price', 'Give a price or a distance.'],
  STOP_LOSS_ORDER_PRICE_AND_DISTANCE_BOTH_MISSING: ['price', 'Give a price or a distance.'],
  GUARANTEED_STOP_LOSS_ORDER_PRICE_AND_DISTANCE_BOTH_SPECIFIED: [
    'price',
    'Give a price or a distance, not both.',
  ],
  GUARANTEED_STOP_LOSS_ORDER_PRICE_AND_DISTANCE_BOTH_MISSING: [
    'price',
    'Give a price or a distance.',
  ],
  TAKE_PROFIT_ORDER_WOULD_VIOLATE_FIFO_VIOLATION_SAFEGUARD: sameSize(),
  STOP_LOSS_ORDER_WOULD_VIOLATE_FIFO_VIOLATION_SAFEGUARD: sameSize(),
  GUARANTEED_STOP_LOSS_ORDER_WOULD_VIOLATE_FIFO_VIOLATION_SAFEGUARD: sameSize(),
  TRAILING_STOP_LOSS_ORDER_WOULD_VIOLATE_FIFO_VIOLATION_SAFEGUARD: sameSize(),
} as const;

const GUARANTEED = {
  GUARANTEED_STOP_LOSS_ORDER_REQUIRED: [undefined, 'This account demands its guaranteed stop.'],
  GUARANTEED_STOP_LOSS_ORDER_NOT_ALLOWED: [
    'price',
    'A guaranteed stop is not allowed for this account and instrument.',
  ],
  GUARANTEED_STOP_LOSS_ORDER_HEDGING_NOT_ALLOWED: [
    'tradeID',
    'A guaranteed stop is not allowed against an open trade on the other side.',
  ],
  GUARANTEED_STOP_LOSS_ORDER_HALTED_CREATE_VIOLATION: [
    undefined,
    'A guaranteed stop cannot be placed while the market is halted.',
  ],
  GUARANTEED_STOP_LOSS_ORDER_HALTED_TIGHTEN_VIOLATION: [
    'price',
    'A guaranteed stop may not come nearer while the market is halted.',
  ],
  GUARANTEED_STOP_LOSS_ORDER_HALTED_NOT_CANCELABLE: [
    undefined,
    'A guaranteed stop stays while the market is halted.',
  ],
  GUARANTEED_STOP_LOSS_ORDER_PRICE_WITHIN_SPREAD: ['price', 'The stop is within the spread.'],
  GUARANTEED_STOP_LOSS_ORDER_MINIMUM_DISTANCE_NOT_MET: [
    'distance',
    'The stop is too near to the market.',
  ],
  GUARANTEED_STOP_LOSS_ORDER_LEVEL_RESTRICTION_VOLUME_EXCEEDED: [
    'price',
    'There are too many guaranteed units near this price.',
  ],
} as const;

function sameSize(): RefusalRow {
  return ['tradeID', 'Another open trade has the same size, which FIFO rules do not allow.'];
}

/** The rows of all reasons. */
export const REFUSAL_ROWS: Readonly<Record<RefusalReason, RefusalRow>> = {
  ...ACCOUNT,
  ...ORDER,
  ...EXTENSIONS,
  ...TRADE,
  ...GUARANTEED,
  ...ON_FILL_ROWS,
};
