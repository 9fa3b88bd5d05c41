/**
 * Why an order, or a request about one, is refused. Source: v20 semantics 1.3, 2.4, 3.1, 3.3, 4.4.
 */

import {
  labelRefusals,
  lifetimeRefusals,
  ORDER,
  prefixed,
  priceRefusals,
  trailingRefusals,
} from './fields.js';
import { atLeast, atMost, refusal } from './rule.js';

const LIFETIME = lifetimeRefusals(ORDER, 'none');
const ORDER_LABELS = labelRefusals(ORDER, 'clientExtensions', 'Order', 'the order');
const TRADE_LABELS = labelRefusals(ORDER, 'tradeClientExtensions', 'Trade', 'the trade');

/** Reject reasons of what an order is for: its instrument and units. */
export const SIZE_REFUSALS = {
  INVALID_REISSUE_IMMEDIATE_PARTIAL_FILL: refusal(
    'The Order was filled in part as soon as it was made, and cannot wait for its remaining units',
    [
      '4.4',
      'The rest of a partly filled MARKET_IF_TOUCHED order is refused when its direction is unknown.',
      'The price {price} was the price of the market when the order was made, so its rest has no direction.',
      'The price had to differ from the price of the market when the order was made.',
    ],
  ),
  PENDING_ORDERS_ALLOWED_EXCEEDED: refusal(
    'The number of pending Orders allowed would be exceeded',
    [
      '3.3',
      'An account has at most a set number of pending orders.',
      'The account had {pendingOrders} pending orders, and may have {maximumPendingOrders}.',
      'The pending orders, with those that the request makes, had to be at most {maximumPendingOrders}.',
    ],
  ),
  INSTRUMENT_MISSING: refusal('No instrument was specified', [
    '3.1',
    'An order that opens or reduces names its instrument.',
    'The order names no instrument.',
    'The order had to name an instrument of the market.',
  ]),
  INSTRUMENT_PRICE_UNKNOWN: refusal('No price is known for the instrument specified', [
    '3.3',
    'An instrument that has had no price yet refuses orders.',
    '{instrument} had no price yet at {time}.',
    '{instrument} had to have a price before the order.',
  ]),
  UNITS_MISSING: refusal('No Order units were specified', [
    '3.1',
    'An order that opens or reduces names its units.',
    'The order has no units.',
    'The order had to have units.',
  ]),
  UNITS_INVALID: refusal('Order units specified are invalid', [
    '3.3',
    'The units of an order are not zero, and those of a close are above zero.',
    'The units {units} are not allowed.',
    'The units had to be other than 0, and those of a close above 0.',
  ]),
  UNITS_PRECISION_EXCEEDED: refusal(
    'The units specified contain more precision than is allowed for the instrument',
    [
      '3.3',
      'Units have at most as many decimals as the tradeUnitsPrecision of the instrument.',
      'The units {units} have more than {tradeUnitsPrecision} decimals.',
      'The units had to have at most {tradeUnitsPrecision} decimals.',
    ],
    atMost('decimals', 'decimals of units', 'tradeUnitsPrecision'),
  ),
  UNITS_MINIMUM_NOT_MET: refusal(
    'The units specified are below the minimum trade size of the instrument',
    [
      '3.3',
      'An order has at least the minimumTradeSize of its instrument.',
      'The units {units} are fewer than {minimumTradeSize}.',
      'The order had to have at least {minimumTradeSize} units.',
    ],
    atLeast('units', 'unsignedUnits', 'minimumTradeSize'),
  ),
  UNITS_LIMIT_EXCEEDED: refusal(
    'The units specified exceed the maximum allowed for the instrument',
    [
      '3.3',
      'An order has at most the maximumOrderUnits of its instrument.',
      'The units {units} are more than {maximumOrderUnits}.',
      'The order had to have at most {maximumOrderUnits} units.',
    ],
    atMost('units', 'unsignedUnits', 'maximumOrderUnits'),
  ),
};

/** Reject reasons of the other fields of an order. */
export const FIELD_REFUSALS = {
  PRICE_MISSING: refusal('No price was specified', [
    '3.1',
    'LIMIT, STOP, MARKET_IF_TOUCHED and TAKE_PROFIT orders have a price.',
    'The order has no price.',
    'The order had to have a price.',
  ]),
  ...prefixed('PRICE_', priceRefusals(ORDER, 'price', 'price')),
  ...prefixed('PRICE_BOUND_', priceRefusals(ORDER, 'priceBound', 'price bound')),
  ...prefixed('PRICE_DISTANCE_', trailingRefusals(ORDER)),
  TIME_IN_FORCE_INVALID: LIFETIME.TIME_IN_FORCE_INVALID,
  TIME_IN_FORCE_GTD_TIMESTAMP_MISSING: LIFETIME.GTD_TIMESTAMP_MISSING,
  TIME_IN_FORCE_GTD_TIMESTAMP_IN_PAST: LIFETIME.GTD_TIMESTAMP_IN_PAST,
  TRIGGER_CONDITION_INVALID: refusal('The trigger condition specified is invalid', [
    '3.1',
    'A guaranteed stop watches the side that it closes on.',
    'The order cannot have the trigger condition {triggerCondition}.',
    'The order had to have the trigger condition DEFAULT, or the side that it closes on.',
  ]),
  CLIENT_ORDER_ID_INVALID: ORDER_LABELS.ID_INVALID,
  CLIENT_ORDER_ID_ALREADY_EXISTS: refusal(
    'The client Order ID specified is used by another pending Order',
    [
      '3.3',
      'A client id belongs to one pending order at a time.',
      'A pending order has the client id {clientExtensions.id} already.',
      'The client id had to be free.',
    ],
  ),
  CLIENT_ORDER_TAG_INVALID: ORDER_LABELS.TAG_INVALID,
  CLIENT_ORDER_COMMENT_INVALID: ORDER_LABELS.COMMENT_INVALID,
  CLIENT_TRADE_ID_INVALID: TRADE_LABELS.ID_INVALID,
  CLIENT_TRADE_ID_ALREADY_EXISTS: refusal(
    'The client Trade ID specified is used by another open Trade',
    [
      '3.3',
      'A client id belongs to one open trade at a time.',
      'An open trade has the client id {tradeClientExtensions.id} already.',
      'The client id had to be free.',
    ],
  ),
  CLIENT_TRADE_TAG_INVALID: TRADE_LABELS.TAG_INVALID,
  CLIENT_TRADE_COMMENT_INVALID: TRADE_LABELS.COMMENT_INVALID,
  CLIENT_EXTENSIONS_DATA_MISSING: refusal('No client extensions were specified', [
    '3.3',
    'A change of client extensions names at least one of them.',
    'The request changes nothing.',
    'The request had to have client extensions.',
  ]),
  TRADE_ON_FILL_CLIENT_EXTENSIONS_NOT_SUPPORTED: refusal(
    'The Order cannot open a Trade, so that client Trade extensions have no effect',
    [
      '3.3',
      'An order that can open no trade has no client extensions for one.',
      'The order has tradeClientExtensions, and with REDUCE_ONLY it can open no trade.',
      'The order had to have no tradeClientExtensions, or another positionFill.',
    ],
  ),
};

/** Reject reasons of requests about an order that was made before. */
export const NAMED_ORDER_REFUSALS = {
  REPLACING_ORDER_INVALID: refusal(
    'The replacing Order has another type than the Order to replace',
    [
      '1.3',
      'A replacement keeps the type of the order.',
      'The order {intendedReplacesOrderID} has another type.',
      'The replacement had to have the type of the order that it replaces.',
    ],
  ),
  REPLACING_TRADE_ID_INVALID: refusal(
    'The replacing Order names another Trade than the Order to replace',
    [
      '1.3',
      'A replacement keeps the trade of the order.',
      'The order {intendedReplacesOrderID} belongs to another trade.',
      'The replacement had to name the trade of the order that it replaces.',
    ],
  ),
  ORDER_DOESNT_EXIST: refusal('The Order specified does not exist', [
    '2.4',
    'A request about an order names a pending one.',
    'No such order was pending: {orderName}.',
    'The order had to be pending.',
  ]),
  ORDER_ID_UNSPECIFIED: refusal('No Order was specified', [
    '3.3',
    'A request about an order names it.',
    'The request names no order.',
    'The request had to name an order.',
  ]),
};
