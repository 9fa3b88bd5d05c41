/**
 * Decides whether an order fills now, at which price, and against which trades. It only answers;
 * commit-fill.ts writes. The checks run in the order of this file; the first that fails decides. A
 * limit order whose price the market has not reached waits before any other check: its fill is not
 * due. If such an order may not rest, the caller cancels it (decide/create-order.ts). Source: v20
 * semantics 3.5, 4.2-4.6; decision 0007 (order of checks at a fill).
 */

import type { Decimal } from '../../base/decimal.js';
import type { AccountState } from '../../ledger/account.js';
import {
  type NettingPlan,
  oppositeTrades,
  planNetting,
  planTradeClose,
} from '../../ledger/netting.js';
import { baseCurrency, quoteCurrency } from '../../market/instrument.js';
import { priceOf } from '../../market/points.js';
import { SideState } from '../../market/quote.js';
import type { OrderFillReason } from '../../order/fill-reason.js';
import type { OrderCancelReason } from '../../reason/cancel-reasons.js';
import type { AccountCell } from '../state/account-cell.js';
import type { ExecutionContext } from '../state/execution-context.js';
import { fillAmounts } from './amounts.js';
import { exposureRefusal, marginRefusal } from './exposure.js';
import { safeguardRefusal } from './fifo.js';
import { closedTrades, type FillPlan } from './fill-plan.js';
import {
  type FillPrice,
  mayRest,
  priceFill,
  WAIT,
  WAIT_FOR_PRICE,
  type Wait,
  waitsForPromise,
} from './fill-price.js';
import type { FillRequest } from './fill-request.js';
import { onFillRefusal } from './on-fill.js';

/** The decision on one fill request. */
export type FillDecision =
  | { readonly kind: 'fill'; readonly plan: FillPlan }
  | { readonly kind: 'cancel'; readonly reason: OrderCancelReason }
  | Wait;

const BROKER_CLOSES: ReadonlySet<OrderFillReason> = new Set([
  'MARKET_ORDER_MARGIN_CLOSEOUT',
  'MARKET_ORDER_DELAYED_TRADE_CLOSE',
]);

/**
 * Decides `request` for the account in `cell` at the current quotes.
 * @param time - microseconds.
 */
export function decideFill(
  context: ExecutionContext,
  cell: AccountCell,
  request: FillRequest,
  time: number,
): FillDecision {
  const { state } = cell;
  const slot = context.quotes.mustSlot(request.instrument);
  const instrument = context.quotes.instrument(slot);
  if (waitsForPromise(context, slot, request)) return WAIT_FOR_PRICE;
  const locked = lockRefusal(cell, request);
  if (locked !== undefined) return cancel(locked);
  if (!isPriced(context, cell, slot)) {
    return mayRest(request) ? WAIT : cancel('MARKET_HALTED');
  }
  const halted = haltRefusal(context, slot, request);
  if (halted !== undefined) return cancel(halted);
  const wanted = net(state, request, request.units);
  const asked: AskedFill = { context, cell, slot, request, time };
  const blocked = reduceOnlyRefusal(asked, wanted) ?? nettingRefusal(asked, wanted);
  if (blocked !== undefined) return cancel(blocked);
  const taker = { taken: cell.taken, at: time };
  const priced = priceFill(context, { slot, request, wanted: wanted.units, taker });
  if (priced.kind !== 'price') return priced;
  const plan = planAt(asked, wanted, priced);
  const refused =
    exposureRefusal(cell, plan, instrument) ??
    safeguardRefusal(state, plan) ??
    onFillRefusal(context, cell, plan, time) ??
    marginRefusal(cell, plan);
  return refused === undefined ? { kind: 'fill', plan } : cancel(refused);
}

/** The fill that is decided on: whose, of what, where and when. */
interface AskedFill {
  readonly context: ExecutionContext;
  readonly cell: AccountCell;
  /** Slot of the request's instrument. */
  readonly slot: number;
  readonly request: FillRequest;
  /** Microseconds. */
  readonly time: number;
}

function planAt(
  { context, cell, slot, request, time }: AskedFill,
  wanted: NettingPlan,
  { units: filled, points, vwapPoints }: FillPrice,
): FillPlan {
  const inPart = !filled.eq(wanted.units);
  // One number for both, which the ledger keeps once.
  const units = filled.eq(request.units) ? request.units : filled;
  const netting = inPart ? net(cell.state, request, units) : wanted;
  const { displayPrecision } = context.quotes.instrument(slot);
  const price = priceOf(points, displayPrecision);
  const amounts = fillAmounts(cell, { request, slot, netting, price }, time);
  const closed = closedTrades(amounts.closes);
  return { request, slot, netting, units, inPart, price, points, vwapPoints, amounts, closed };
}

function cancel(reason: OrderCancelReason): FillDecision {
  return { kind: 'cancel', reason };
}

function net(state: AccountState, request: FillRequest, units: Decimal): NettingPlan {
  const trade = request.tradeID === undefined ? undefined : state.openTrades.get(request.tradeID);
  if (trade !== undefined) return planTradeClose(trade, units);
  return planNetting(state, request.instrument, units, request.positionFill);
}

/** Account locks refuse fills that a client requested, never closes by the broker. */
function lockRefusal(cell: AccountCell, { reason }: FillRequest): OrderCancelReason | undefined {
  if (BROKER_CLOSES.has(reason)) return undefined;
  if (cell.hasLock('ACCOUNT_LOCKED')) return 'ACCOUNT_LOCKED';
  if (cell.hasLock('ORDER_FILL_LOCKED')) return 'ACCOUNT_ORDER_FILL_LOCKED';
  return undefined;
}

/**
 * Whether the instrument trades and the fill can be converted to home currency. Orders that may
 * rest wait for both (v20 semantics 4.3); the next tick of the instrument checks again.
 */
function isPriced({ quotes }: ExecutionContext, { market }: AccountCell, slot: number): boolean {
  const { conversion } = market;
  const instrument = quotes.instrument(slot);
  return (
    quotes.isTradeable(slot) &&
    conversion.factors(baseCurrency(instrument)) !== undefined &&
    conversion.factors(quoteCurrency(instrument)) !== undefined
  );
}

function haltRefusal(
  { quotes }: ExecutionContext,
  slot: number,
  { units }: FillRequest,
): OrderCancelReason | undefined {
  const buys = !units.isNegative();
  const side = (buys ? quotes.askState : quotes.bidState)[slot];
  if (side !== SideState.HALTED) return undefined;
  return buys ? 'INSTRUMENT_ASK_HALTED' : 'INSTRUMENT_BID_HALTED';
}

/** A halt that lets orders reduce only, when the fill would open; as all halts before netting. */
function reduceOnlyRefusal(
  { context: { quotes }, slot, request }: AskedFill,
  { openUnits }: NettingPlan,
): OrderCancelReason | undefined {
  if (openUnits.isZero()) return undefined;
  const buys = !request.units.isNegative();
  const side = (buys ? quotes.askState : quotes.bidState)[slot];
  if (side !== SideState.REDUCE_ONLY) return undefined;
  return buys ? 'INSTRUMENT_ASK_REDUCE_ONLY' : 'INSTRUMENT_BID_REDUCE_ONLY';
}

function nettingRefusal(
  { cell, request }: AskedFill,
  plan: NettingPlan,
): OrderCancelReason | undefined {
  const { state } = cell;
  if (request.clientTradeClose && closesOutOfTurn(state, request)) return 'FIFO_VIOLATION';
  if (request.positionFill === 'OPEN_ONLY' && !state.config.hedging) {
    const opposite = oppositeTrades(state, request.instrument, request.units);
    if (opposite.length > 0) return 'FIFO_VIOLATION';
  }
  if (plan.closes.length === 0 && plan.openUnits.isZero()) return 'POSITION_CLOSEOUT_FAILED';
  if (plan.openUnits.isZero()) return undefined;
  return cell.hasLock('NEW_POSITIONS_LOCKED') ? 'ACCOUNT_NEW_POSITIONS_LOCKED' : undefined;
}

/** US rule: a trade must not be closed while an older trade of the same size is open. */
function closesOutOfTurn(state: AccountState, request: FillRequest): boolean {
  if (!state.config.fifo || request.tradeID === undefined) return false;
  const trade = state.openTrades.get(request.tradeID);
  return oppositeTrades(state, request.instrument, request.units).some(
    other =>
      trade !== undefined && other.id < trade.id && other.currentUnits.eq(trade.currentUnits),
  );
}
