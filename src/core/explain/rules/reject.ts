/**
 * Why a request was refused: the rule of each reject reason. Source: docs/reference/reasons.md, v20
 * semantics 3.3, 3.6.
 */

import { DEPENDENT_ORDER_LIST, typesPriced } from '../../order/dependent-orders.js';
import type { RejectReason } from '../../order/reasons.js';
import { ACCOUNT_REJECT_RULES } from './account.js';
import {
  distanceRules,
  eitherRules,
  labelRules,
  lifetimeRules,
  ON_FILL_FIELD_RULES,
  prefixed,
  priceRules,
} from './field.js';
import { GUARANTEED_REJECT_RULES } from './guaranteed.js';
import { atLeast, atMost, type Rule, rule } from './rule.js';
import { TRADE_REJECT_RULES } from './trade.js';

const UNITS_RULES = {
  UNITS_MISSING: rule([
    '3.1',
    'An order that opens or reduces names its units.',
    'The order has no units.',
    'The order had to have units.',
  ]),
  UNITS_INVALID: rule([
    '3.3',
    'The units of an order are not zero, and those of a close are above zero.',
    'The units {units} are not allowed.',
    'The units had to be other than 0, and those of a close above 0.',
  ]),
  UNITS_PRECISION_EXCEEDED: rule(
    [
      '3.3',
      'Units have at most as many decimals as the tradeUnitsPrecision of the instrument.',
      'The units {units} have more than {tradeUnitsPrecision} decimals.',
      'The units had to have at most {tradeUnitsPrecision} decimals.',
    ],
    atMost('decimals', 'decimals of units', 'tradeUnitsPrecision'),
  ),
  UNITS_MINIMUM_NOT_MET: rule(
    [
      '3.3',
      'An order has at least the minimumTradeSize of its instrument.',
      'The units {units} are fewer than {minimumTradeSize}.',
      'The order had to have at least {minimumTradeSize} units.',
    ],
    atLeast('units', 'unsignedUnits', 'minimumTradeSize'),
  ),
  UNITS_LIMIT_EXCEEDED: rule(
    [
      '3.3',
      'An order has at most the maximumOrderUnits of its instrument.',
      'The units {units} are more than {maximumOrderUnits}.',
      'The order had to have at most {maximumOrderUnits} units.',
    ],
    atMost('units', 'unsignedUnits', 'maximumOrderUnits'),
  ),
} satisfies Record<string, Rule>;

const ORDER_RULES = {
  INTERNAL_SERVER_ERROR: rule([
    '4.4',
    'The execution model of the scenario refuses a share of commands by chance.',
    'The request was refused by chance, as the scenario asks for.',
    'Nothing was wrong with the request: the chance had to fall otherwise.',
  ]),
  INSTRUMENT_MISSING: rule([
    '3.1',
    'An order that opens or reduces names its instrument.',
    'The order names no instrument.',
    'The order had to name an instrument of the market.',
  ]),
  INSTRUMENT_PRICE_UNKNOWN: rule([
    '3.3',
    'An instrument that has had no price yet refuses orders.',
    '{instrument} had no price yet at {time}.',
    '{instrument} had to have a price before the order.',
  ]),
  PRICE_MISSING: rule([
    '3.1',
    'LIMIT, STOP, MARKET_IF_TOUCHED and TAKE_PROFIT orders have a price.',
    'The order has no price.',
    'The order had to have a price.',
  ]),
  TRIGGER_CONDITION_INVALID: rule([
    '3.1',
    'A guaranteed stop watches the side that it closes on.',
    'The order cannot have the trigger condition {triggerCondition}.',
    'The order had to have the trigger condition DEFAULT, or the side that it closes on.',
  ]),
  PENDING_ORDERS_ALLOWED_EXCEEDED: rule([
    '3.3',
    'An account has at most a set number of pending orders.',
    'The account had {pendingOrders} pending orders, and may have {maximumPendingOrders}.',
    'The pending orders, with those that the request makes, had to be at most {maximumPendingOrders}.',
  ]),
  CLIENT_ORDER_ID_ALREADY_EXISTS: rule([
    '3.3',
    'A client id belongs to one pending order at a time.',
    'A pending order has the client id {clientExtensions.id} already.',
    'The client id had to be free.',
  ]),
  CLIENT_TRADE_ID_ALREADY_EXISTS: rule([
    '3.3',
    'A client id belongs to one open trade at a time.',
    'An open trade has the client id {tradeClientExtensions.id} already.',
    'The client id had to be free.',
  ]),
  CLIENT_EXTENSIONS_DATA_MISSING: rule([
    '3.3',
    'A change of client extensions names at least one of them.',
    'The request changes nothing.',
    'The request had to have client extensions.',
  ]),
  TRADE_ON_FILL_CLIENT_EXTENSIONS_NOT_SUPPORTED: rule([
    '3.3',
    'An order that can open no trade has no client extensions for one.',
    'The order has tradeClientExtensions, and with REDUCE_ONLY it can open no trade.',
    'The order had to have no tradeClientExtensions, or another positionFill.',
  ]),
  INVALID_REISSUE_IMMEDIATE_PARTIAL_FILL: rule([
    '4.4',
    'The rest of a partly filled MARKET_IF_TOUCHED order is refused when its direction is unknown.',
    'The price {price} was the price of the market when the order was made, so its rest has no direction.',
    'The price had to differ from the price of the market when the order was made.',
  ]),
  ORDERS_ON_FILL_DUPLICATE_CLIENT_ORDER_IDS: rule([
    '3.3',
    'The objects on fill of an order have different client ids.',
    'Two objects on fill have the same client id.',
    'The client ids of the objects on fill had to differ.',
  ]),
  REPLACING_ORDER_INVALID: rule([
    '1.3',
    'A replacement keeps the type of the order.',
    'The order {intendedReplacesOrderID} has another type.',
    'The replacement had to have the type of the order that it replaces.',
  ]),
  REPLACING_TRADE_ID_INVALID: rule([
    '1.3',
    'A replacement keeps the trade of the order.',
    'The order {intendedReplacesOrderID} belongs to another trade.',
    'The replacement had to name the trade of the order that it replaces.',
  ]),
  ORDER_DOESNT_EXIST: rule([
    '2.4',
    'A request about an order names a pending one.',
    'No such order was pending: {orderName}.',
    'The order had to be pending.',
  ]),
  ORDER_ID_UNSPECIFIED: rule([
    '3.3',
    'A request about an order names it.',
    'The request names no order.',
    'The request had to name an order.',
  ]),
} satisfies Record<string, Rule>;

const FAMILIES = {
  ...prefixed('PRICE_', priceRules('price', 'price')),
  ...prefixed('PRICE_BOUND_', priceRules('priceBound', 'price bound')),
  ...prefixed('PRICE_DISTANCE_', distanceRules('distance', 'The order')),
  ...prefixed('CLIENT_ORDER_', labelRules('clientExtensions', 'the order')),
  ...prefixed('CLIENT_TRADE_', labelRules('tradeClientExtensions', 'the trade')),
  ...lifetime(),
  ...stops(),
  ...dependents(),
};

/** The rules of all reject reasons. */
export const REJECT_RULES = {
  ...FAMILIES,
  ...ON_FILL_FIELD_RULES,
  ...ACCOUNT_REJECT_RULES,
  ...GUARANTEED_REJECT_RULES,
  ...TRADE_REJECT_RULES,
  ...UNITS_RULES,
  ...ORDER_RULES,
} as Readonly<Record<RejectReason, Rule>>;

function lifetime(): Record<string, Rule> {
  const { TIME_IN_FORCE_INVALID, ...others } = lifetimeRules('', 'The order');
  return { ...prefixed('TIME_IN_FORCE_', others), ...present(TIME_IN_FORCE_INVALID) };
}

function present(invalid: Rule | undefined): Record<string, Rule> {
  return invalid === undefined ? {} : { TIME_IN_FORCE_INVALID: invalid };
}

function stops(): Record<string, Rule> {
  return Object.assign(
    {},
    ...typesPriced(['orDistance']).map(type =>
      prefixed(`${type}_ORDER_PRICE_AND_DISTANCE_`, eitherRules('The order')),
    ),
  ) as Record<string, Rule>;
}

function dependents(): Record<string, Rule> {
  const rules: Record<string, Rule> = {};
  for (const { type, words } of DEPENDENT_ORDER_LIST) {
    const name = words.toLowerCase();
    rules[`${type}_ORDER_ALREADY_EXISTS`] = rule([
      '4.7',
      'A trade has at most one pending order of each dependent type.',
      `The trade has a pending ${name} already.`,
      `The pending ${name} had to be replaced or cancelled.`,
    ]);
    rules[`${type}_ORDER_WOULD_VIOLATE_FIFO_VIOLATION_SAFEGUARD`] = rule([
      '4.6',
      'With FIFO rules, no two trades of one size are open while one has dependent orders.',
      'Another open trade of the instrument has the same size.',
      'No other open trade of the instrument could have the same size.',
    ]);
  }
  return rules;
}
