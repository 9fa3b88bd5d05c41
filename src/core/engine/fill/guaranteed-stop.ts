/**
 * The policy of guaranteed stop losses: whether the account may have one for this instrument, at
 * this distance, in this market. Source: v20 semantics 3.6 (order of the policy checks), 5.2
 * (premium).
 */

import { type Decimal, decimal, sum, ZERO } from '../../base/decimal.js';
import type { AccountState, OrderRecord, TradeRecord } from '../../ledger/account.js';
import { sideTrades } from '../../ledger/netting.js';
import type { Instrument } from '../../market/instrument.js';
import { type QuoteBoard, SideState } from '../../market/quote.js';
import type { OnFillOrder } from '../../order/on-fill-orders.js';
import type { OrderCancelReason } from '../../reason/cancel-reasons.js';
import type { RejectReason } from '../../reason/reject-reasons.js';
import type { AccountCell } from '../state/account-cell.js';
import type { ExecutionContext } from '../state/execution-context.js';
import type { FillPlan } from './fill-plan.js';

/** Whether the account and the instrument allow guaranteed stops. */
export function allowsGuaranteed(state: AccountState, instrument: Instrument): boolean {
  return (
    state.config.guaranteedStopLossOrderMode !== 'DISABLED' &&
    instrument.guaranteedStopLossOrderMode !== 'DISABLED'
  );
}

/** Whether every trade of the instrument must have a guaranteed stop. */
export function requiresGuaranteed(state: AccountState, instrument: Instrument): boolean {
  return (
    allowsGuaranteed(state, instrument) &&
    (state.config.guaranteedStopLossOrderMode === 'REQUIRED' ||
      instrument.guaranteedStopLossOrderMode === 'REQUIRED')
  );
}

/** Why the fill breaks the account's policy of guaranteed stops; undefined when it does not. */
export function guaranteedPolicy(
  { quotes }: ExecutionContext,
  { state }: AccountCell,
  plan: FillPlan,
  orders: readonly OnFillOrder[],
): OrderCancelReason | undefined {
  const instrument = quotes.instrument(plan.slot);
  const given = orders.length > 0 && orders.some(isGuaranteed);
  if (!given && requiresGuaranteed(state, instrument))
    return 'GUARANTEED_STOP_LOSS_ON_FILL_REQUIRED';
  if (given && !allowsGuaranteed(state, instrument)) {
    return 'GUARANTEED_STOP_LOSS_ON_FILL_NOT_ALLOWED';
  }
  const long = plan.netting.openUnits.isPositive();
  for (const trade of sideTrades(state, instrument.name, long ? 'short' : 'long')) {
    if (plan.closed.includes(trade.id)) continue;
    if (given) return 'GUARANTEED_STOP_LOSS_ON_FILL_HEDGING_NOT_ALLOWED';
    if (hasPendingGuaranteed(state, trade)) return 'HEDGING_GSLO_VIOLATION';
  }
  return given ? closingSideRefusal(quotes, plan.slot, long) : undefined;
}

function isGuaranteed({ row }: OnFillOrder): boolean {
  return row.type === 'GUARANTEED_STOP_LOSS';
}

/** Why the trade may have no guaranteed stop now: the side that would close it is halted. */
function closingSideRefusal(
  { bidState, askState }: QuoteBoard,
  slot: number,
  long: boolean,
): OrderCancelReason | undefined {
  if ((long ? bidState : askState)[slot] !== SideState.HALTED) return undefined;
  return `GUARANTEED_STOP_LOSS_ON_FILL_${long ? 'BID' : 'ASK'}_HALTED`;
}

/**
 * Why a guaranteed stop at `level` is refused for the trade that the fill opens; undefined when it
 * is allowed.
 */
export function guaranteedLevelRefusal(
  state: AccountState,
  instrument: Instrument,
  plan: FillPlan,
  level: Decimal,
): OrderCancelReason | undefined {
  if (isTooNear(instrument, level, plan.price)) {
    return 'GUARANTEED_STOP_LOSS_ON_FILL_MINIMUM_DISTANCE_NOT_MET';
  }
  return passesLevelVolume(state, instrument, { level, units: plan.netting.openUnits })
    ? undefined
    : 'GUARANTEED_STOP_LOSS_ON_FILL_LEVEL_RESTRICTION_VOLUME_EXCEEDED';
}

/**
 * Why the client may not cancel this order: it is a guaranteed stop that must stay. Undefined for
 * other orders.
 */
export function keepRefusal(
  { quotes }: ExecutionContext,
  { state }: AccountCell,
  order: OrderRecord,
): RejectReason | undefined {
  if (order.type !== 'GUARANTEED_STOP_LOSS') return undefined;
  const slot = quotes.mustSlot(order.instrument);
  if (requiresGuaranteed(state, quotes.instrument(slot)))
    return 'GUARANTEED_STOP_LOSS_ORDER_REQUIRED';
  return quotes.isTradeable(slot) ? undefined : 'GUARANTEED_STOP_LOSS_ORDER_HALTED_NOT_CANCELABLE';
}

/** Where a guaranteed stop is to stand. */
export interface StopMove {
  readonly level: Decimal;
  /** Price of the stop that it replaces, if any. */
  readonly replaced: Decimal | undefined;
}

/** Why a guaranteed stop at `level` may not be made for `trade`. */
export function guaranteedOrderRefusal(
  { quotes }: ExecutionContext,
  { state }: AccountCell,
  trade: TradeRecord,
  { level, replaced }: StopMove,
): RejectReason | undefined {
  const slot = quotes.mustSlot(trade.instrument);
  const instrument = quotes.instrument(slot);
  if (!allowsGuaranteed(state, instrument)) return 'GUARANTEED_STOP_LOSS_ORDER_NOT_ALLOWED';
  const long = trade.currentUnits.isPositive();
  const opposing = sideTrades(state, instrument.name, long ? 'short' : 'long');
  if (opposing.length > 0) return 'GUARANTEED_STOP_LOSS_ORDER_HEDGING_NOT_ALLOWED';
  if (!quotes.isTradeable(slot)) {
    if (replaced === undefined) return 'GUARANTEED_STOP_LOSS_ORDER_HALTED_CREATE_VIOLATION';
    const tighter = long ? level.gt(replaced) : level.lt(replaced);
    return tighter ? 'GUARANTEED_STOP_LOSS_ORDER_HALTED_TIGHTEN_VIOLATION' : undefined;
  }
  const closing = long ? quotes.bidPrice(slot) : quotes.askPrice(slot);
  if (long ? level.gte(closing) : level.lte(closing)) {
    return 'GUARANTEED_STOP_LOSS_ORDER_PRICE_WITHIN_SPREAD';
  }
  if (isTooNear(instrument, level, closing)) {
    return 'GUARANTEED_STOP_LOSS_ORDER_MINIMUM_DISTANCE_NOT_MET';
  }
  const stop = { level, units: trade.currentUnits, tradeID: trade.id };
  return passesLevelVolume(state, instrument, stop)
    ? undefined
    : 'GUARANTEED_STOP_LOSS_ORDER_LEVEL_RESTRICTION_VOLUME_EXCEEDED';
}

function isTooNear(instrument: Instrument, level: Decimal, reference: Decimal): boolean {
  const minimum = decimal(instrument.minimumGuaranteedStopLossDistance ?? '0');
  return reference.minus(level).abs().lt(minimum);
}

/** Units that a guaranteed stop at `level` is to guard. */
interface GuardedUnits {
  readonly level: Decimal;
  /** Signed as the trade. */
  readonly units: Decimal;
  /** The trade, if it is open: stops of its own do not count. */
  readonly tradeID?: number;
}

/** Whether all guaranteed stops within the price range of `level` stay within the volume. */
function passesLevelVolume(
  state: AccountState,
  instrument: Instrument,
  { level, units, tradeID }: GuardedUnits,
): boolean {
  const restriction = instrument.guaranteedStopLossOrderLevelRestriction;
  if (restriction === undefined) return true;
  const near = [...state.pendingOrders.values()]
    .filter(order => order.type === 'GUARANTEED_STOP_LOSS' && order.instrument === instrument.name)
    .filter(order => order.tradeID !== tradeID)
    .filter(order => {
      const price = 'price' in order.creation ? order.creation.price : undefined;
      return decimal(price ?? '0')
        .minus(level)
        .abs()
        .lte(restriction.priceRange);
    });
  const guarded = near.map(
    order => state.openTrades.get(order.tradeID ?? 0)?.currentUnits.abs() ?? ZERO,
  );
  return sum(guarded).plus(units.abs()).lte(restriction.volume);
}

function hasPendingGuaranteed(state: AccountState, trade: TradeRecord): boolean {
  const id = trade.guaranteedStopLossOrderID;
  return id !== undefined && state.pendingOrders.has(id);
}
