/**
 * Why an order request is refused. The checks run in order of precedence; the first that fails
 * decides, and a `..._REJECT` transaction carries its reason. Checks of the market at fill time are
 * elsewhere (fill/). Source: v20 semantics 3.3 (list and order), decision 0007.
 */

import { decimal, fixedDecimal } from '../../base/decimal.js';
import type { OrderRecord, TradeRecord } from '../../ledger/account.js';
import type { Instrument } from '../../market/instrument.js';
import {
  DEPENDENT_ORDERS,
  type DependentOrderType,
  type DependentTypesPriced,
  trails,
} from '../../order/dependent-orders.js';
import { onFillOrders } from '../../order/on-fill-orders.js';
import type { OrderRequest } from '../../order/order.js';
import { ORDER_TYPES, type OrderTypeRule } from '../../order/order-types.js';
import type { RejectReason } from '../../reason/reject-reasons.js';
import { instantOf } from '../../time/instant.js';
import { hasSameSizeRival } from '../fill/fifo.js';
import {
  allowsGuaranteed,
  guaranteedOrderRefusal,
  requiresGuaranteed,
} from '../fill/guaranteed-stop.js';
import { judgeInTurn } from '../fill/on-fill.js';
import type { AccountCell } from '../state/account-cell.js';
import type { ExecutionContext } from '../state/execution-context.js';
import { replacementLock, requestLock } from './account-locks.js';
import {
  extensionFault,
  isPossiblePrice,
  isTooPrecise,
  tradeLabelRefusal,
} from './field-faults.js';
import { checkDetails } from './reject-on-fill.js';
import { dependentPrice } from './specifier.js';

/** All that a check may read. */
export interface OrderCase {
  readonly context: ExecutionContext;
  readonly cell: AccountCell;
  readonly request: OrderRequest;
  readonly rule: OrderTypeRule;
  /** Undefined when the request names no instrument, or its trade is unknown. */
  readonly instrument: Instrument | undefined;
  /** The open trade that a dependent order names; undefined when no such trade is open. */
  readonly trade: TradeRecord | undefined;
  /** The order that the request replaces; undefined when it replaces none. */
  readonly replaced: OrderRecord | undefined;
  /**
   * The change in the number of pending orders by the rest of the same request: removed orders
   * count -1, new ones that come before this one 1.
   */
  readonly pendingChange: number;
  /** The current instant, microseconds. */
  readonly now: number;
}

type Check = (order: OrderCase) => RejectReason | undefined;

/** The first reason to refuse the order; undefined when it may be made. */
export function rejectReason(order: OrderCase): RejectReason | undefined {
  for (const check of ORDER_CHECKS) {
    const reason = check(order);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

const checkAccount: Check = ({ cell, replaced }) =>
  replaced === undefined ? requestLock(cell) : replacementLock(cell);

const checkReplacement: Check = ({ request, trade, replaced }) => {
  if (replaced === undefined) return undefined;
  if (replaced.type !== request.type) return 'REPLACING_ORDER_INVALID';
  return trade !== undefined && trade.id !== replaced.tradeID
    ? 'REPLACING_TRADE_ID_INVALID'
    : undefined;
};

const checkInstrument: Check = ({ context, request, rule, instrument }) => {
  if (rule.dependent) return undefined;
  if (request.instrument === undefined || instrument === undefined) return 'INSTRUMENT_MISSING';
  const slot = context.quotes.mustSlot(instrument.name);
  return context.quotes.isPriced(slot) ? undefined : 'INSTRUMENT_PRICE_UNKNOWN';
};

const checkUnits: Check = ({ request, rule, instrument }) => {
  if (rule.dependent || instrument === undefined) return undefined;
  if (request.units === undefined) return 'UNITS_MISSING';
  const units = decimal(request.units);
  if (units.isZero()) return 'UNITS_INVALID';
  if (units.decimalPlaces() > instrument.tradeUnitsPrecision) return 'UNITS_PRECISION_EXCEEDED';
  const size = units.abs();
  if (size.lt(fixedDecimal(instrument.minimumTradeSize))) return 'UNITS_MINIMUM_NOT_MET';
  return size.gt(fixedDecimal(instrument.maximumOrderUnits)) ? 'UNITS_LIMIT_EXCEEDED' : undefined;
};

const checkPrice: Check = ({ request, rule, instrument }) => {
  if (rule.price === 'none') return undefined;
  if (rule.price === 'orDistance') {
    const stop = request.type as DependentTypesPriced<'orDistance'>;
    if (request.price !== undefined && request.distance !== undefined) {
      return `${stop}_ORDER_PRICE_AND_DISTANCE_BOTH_SPECIFIED`;
    }
    if (request.price === undefined && request.distance === undefined) {
      return `${stop}_ORDER_PRICE_AND_DISTANCE_BOTH_MISSING`;
    }
  } else if (request.price === undefined) {
    return 'PRICE_MISSING';
  }
  if (request.price === undefined) return undefined;
  if (!isPossiblePrice(request.price, instrument)) return 'PRICE_INVALID';
  return isTooPrecise(request.price, instrument) ? 'PRICE_PRECISION_EXCEEDED' : undefined;
};

const checkPriceBound: Check = ({ request, rule, instrument }) => {
  if (!rule.priceBound || request.priceBound === undefined) return undefined;
  if (!isPossiblePrice(request.priceBound, instrument)) return 'PRICE_BOUND_INVALID';
  return isTooPrecise(request.priceBound, instrument)
    ? 'PRICE_BOUND_PRECISION_EXCEEDED'
    : undefined;
};

const checkDistance: Check = ({ context, request, rule, instrument, trade }) => {
  if (rule.distance === 'none') return undefined;
  const { distance } = request;
  if (distance === undefined) {
    return rule.distance === 'required' ? 'PRICE_DISTANCE_MISSING' : undefined;
  }
  if (!isPossiblePrice(distance, instrument)) return 'PRICE_DISTANCE_INVALID';
  if (isTooPrecise(distance, instrument)) return 'PRICE_DISTANCE_PRECISION_EXCEEDED';
  if (instrument === undefined) return undefined;
  if (rule.distance === 'required') {
    if (decimal(distance).gt(instrument.maximumTrailingStopDistance)) {
      return 'PRICE_DISTANCE_MAXIMUM_EXCEEDED';
    }
    return decimal(distance).lt(instrument.minimumTrailingStopDistance)
      ? 'PRICE_DISTANCE_MINIMUM_NOT_MET'
      : undefined;
  }
  const far = trade !== undefined && dependentPrice(context, trade, request).lte(0);
  return far ? 'PRICE_DISTANCE_MAXIMUM_EXCEEDED' : undefined;
};

const checkTimeInForce: Check = ({ request, rule, now }) => {
  const { timeInForce = rule.timeInForceDefault, gtdTime } = request;
  if (!rule.timesInForce.includes(timeInForce)) return 'TIME_IN_FORCE_INVALID';
  if (timeInForce !== 'GTD') return undefined;
  if (gtdTime === undefined) return 'TIME_IN_FORCE_GTD_TIMESTAMP_MISSING';
  return instantOf(gtdTime) <= now ? 'TIME_IN_FORCE_GTD_TIMESTAMP_IN_PAST' : undefined;
};

/**
 * A guaranteed stop must watch the side that it closes on. When its trade is unknown the side is
 * unknown; conditions that are wrong for both sides are still refused.
 */
const checkTriggerCondition: Check = ({ request, trade }) => {
  if (request.type !== 'GUARANTEED_STOP_LOSS') return undefined;
  const { triggerCondition = 'DEFAULT' } = request;
  if (triggerCondition === 'DEFAULT') return undefined;
  const sides = trade === undefined ? ['BID', 'ASK'] : [naturalSide(trade)];
  return sides.includes(triggerCondition) ? undefined : 'TRIGGER_CONDITION_INVALID';
};

function naturalSide({ currentUnits }: TradeRecord): 'BID' | 'ASK' {
  return currentUnits.isPositive() ? 'BID' : 'ASK';
}

const checkClientExtensions: Check = ({ cell, request, replaced }) => {
  const extensions = request.clientExtensions;
  const fault = extensionFault(extensions);
  if (fault !== undefined) return `CLIENT_ORDER_${fault}`;
  const holder =
    extensions?.id === undefined ? undefined : cell.state.clientOrderIDs.get(extensions.id);
  return holder === undefined || holder === replaced?.id
    ? undefined
    : 'CLIENT_ORDER_ID_ALREADY_EXISTS';
};

const checkTradeExtensions: Check = ({ cell, request }) => {
  const mayOpen = request.positionFill !== 'REDUCE_ONLY';
  return tradeLabelRefusal(cell.state, request.tradeClientExtensions, mayOpen);
};

const checkTrade: Check = ({ cell, request, rule, trade }) => {
  if (!rule.dependent) return undefined;
  const { tradeID, clientTradeID } = request;
  if (tradeID === undefined && clientTradeID === undefined) return 'TRADE_ID_UNSPECIFIED';
  if (trade === undefined) return 'TRADE_DOESNT_EXIST';
  const named =
    clientTradeID === undefined ? trade.id : cell.state.clientTradeIDs.get(clientTradeID);
  return named === trade.id ? undefined : 'TRADE_IDENTIFIER_INCONSISTENCY';
};

const checkDuplicateDependent: Check = ({ cell, request, rule, trade, replaced }) => {
  if (!rule.dependent || trade === undefined) return undefined;
  const type = request.type as DependentOrderType;
  const existing = trade[DEPENDENT_ORDERS[type].link];
  const pending = existing !== undefined && cell.state.pendingOrders.has(existing);
  if (pending && existing !== replaced?.id) return `${type}_ORDER_ALREADY_EXISTS`;
  if (trails(type) && !cell.state.config.trailingStops) {
    return 'TRAILING_STOP_LOSS_ORDERS_NOT_SUPPORTED';
  }
  return cell.state.config.fifo && hasSameSizeRival(cell.state, trade)
    ? `${type}_ORDER_WOULD_VIOLATE_FIFO_VIOLATION_SAFEGUARD`
    : undefined;
};

const checkGuaranteed: Check = ({ context, cell, request, trade, replaced }) => {
  if (request.type !== 'GUARANTEED_STOP_LOSS' || trade === undefined) return undefined;
  const before =
    replaced !== undefined && 'price' in replaced.creation ? replaced.creation.price : undefined;
  return guaranteedOrderRefusal(context, cell, trade, {
    level: dependentPrice(context, trade, request),
    replaced: before === undefined ? undefined : decimal(before),
  });
};

const checkOnFill: Check = ({ cell, request, rule, instrument, now }) => {
  if (rule.dependent || instrument === undefined) return undefined;
  const orders = onFillOrders(request);
  if (orders.length === 0) return pendingPolicy(cell, request, instrument);
  const asked = { instrument, request, now, config: cell.state.config };
  const fault = judgeInTurn(
    orders,
    order => checkDetails(order, asked),
    () => pendingPolicy(cell, request, instrument),
  );
  if (fault !== undefined) return fault;
  const ids = orders.flatMap(({ details }) => details.clientExtensions?.id ?? []);
  return new Set(ids).size < ids.length ? 'ORDERS_ON_FILL_DUPLICATE_CLIENT_ORDER_IDS' : undefined;
};

/**
 * Judges the guaranteed stops of a resting order now. Those of a MARKET order are judged at its
 * fill.
 */
function pendingPolicy(
  { state }: AccountCell,
  request: OrderRequest,
  instrument: Instrument,
): RejectReason | undefined {
  if (request.type === 'MARKET') return undefined;
  const given = request.guaranteedStopLossOnFill !== undefined;
  if (given && !allowsGuaranteed(state, instrument)) {
    return 'GUARANTEED_STOP_LOSS_ON_FILL_NOT_ALLOWED';
  }
  const opens = request.positionFill !== 'REDUCE_ONLY';
  return !given && opens && requiresGuaranteed(state, instrument)
    ? 'GUARANTEED_STOP_LOSS_ON_FILL_REQUIRED_FOR_PENDING_ORDER'
    : undefined;
}

const checkPendingCount: Check = ({ cell: { state }, request, replaced, pendingChange }) => {
  if (request.type === 'MARKET' || replaced !== undefined) return undefined;
  return state.pendingOrders.size + pendingChange >= state.config.maximumPendingOrders
    ? 'PENDING_ORDERS_ALLOWED_EXCEEDED'
    : undefined;
};

/** The checks in order of precedence. A test proves the order for each pair. */
const ORDER_CHECKS: readonly Check[] = [
  checkAccount,
  checkReplacement,
  checkInstrument,
  checkUnits,
  checkPrice,
  checkPriceBound,
  checkDistance,
  checkTimeInForce,
  checkTriggerCondition,
  checkClientExtensions,
  checkTradeExtensions,
  checkTrade,
  checkDuplicateDependent,
  checkGuaranteed,
  checkOnFill,
  checkPendingCount,
];

/** The row of the order type table for a request. */
export function ruleOf(request: OrderRequest): OrderTypeRule {
  return ORDER_TYPES[request.type];
}
