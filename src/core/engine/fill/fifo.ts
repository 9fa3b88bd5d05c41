/**
 * The US safeguard: a trade with dependent orders must have a different size from every other open
 * trade of its instrument, so that a close by an order never breaks first-in-first-out. Source: v20
 * semantics 4.6 (help pages, since 2019-08-16). Off unless the account has `fifo`.
 */

import type { Decimal } from '../../base/decimal.js';
import type { AccountState, TradeRecord } from '../../ledger/account.js';
import type { OnFillDetails } from '../../order/order.js';
import type { OrderCancelReason } from '../../reason/cancel-reasons.js';
import type { FillPlan } from './fill-plan.js';

/**
 * Refuses a fill that would leave two trades of the same size, one of them with dependent orders.
 */
export function safeguardRefusal(
  state: AccountState,
  plan: FillPlan,
): OrderCancelReason | undefined {
  if (!state.config.fifo) return undefined;
  const { closes, openUnits } = plan.netting;
  const remaining = new Map(
    closes.map(({ trade, units }) => [trade.id, trade.currentUnits.plus(units)]),
  );
  const others = [...state.openTrades.values()].filter(
    trade => trade.instrument === plan.request.instrument && !remaining.get(trade.id)?.isZero(),
  );
  const reduced = others.find(trade => remaining.has(trade.id));
  if (reduced !== undefined) {
    const size = remaining.get(reduced.id) as Decimal;
    const rivals = others.filter(trade => trade !== reduced);
    if (clashes(state, rivals, size, hasDependents(state, reduced))) {
      return 'FIFO_VIOLATION_SAFEGUARD_PARTIAL_CLOSE_VIOLATION';
    }
  }
  if (openUnits.isZero()) return undefined;
  return clashes(state, others, openUnits, hasOnFill(plan.request.onFill))
    ? 'FIFO_VIOLATION_SAFEGUARD_VIOLATION'
    : undefined;
}

/** Whether another open trade of the instrument has the same size as `trade`. */
export function hasSameSizeRival(state: AccountState, trade: TradeRecord): boolean {
  return [...state.openTrades.values()].some(
    other =>
      other.id !== trade.id &&
      other.instrument === trade.instrument &&
      other.currentUnits.abs().eq(trade.currentUnits.abs()),
  );
}

function clashes(
  state: AccountState,
  rivals: readonly TradeRecord[],
  size: Decimal,
  withDependents: boolean,
): boolean {
  return rivals.some(
    rival =>
      rival.currentUnits.abs().eq(size.abs()) && (withDependents || hasDependents(state, rival)),
  );
}

function hasDependents(state: AccountState, trade: TradeRecord): boolean {
  return [...state.pendingOrders.values()].some(order => order.tradeID === trade.id);
}

function hasOnFill(onFill: OnFillDetails): boolean {
  return Object.keys(onFill).some(name => name !== 'tradeClientExtensions');
}
