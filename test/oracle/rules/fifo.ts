/**
 * The rules of US accounts: close the older of equal trades first, and never hold two trades of
 * one size while either has dependent orders. Source: v20 semantics 3.5, 4.6.
 * Ambiguity: sizes are compared without sign; the FIFO test of a trade close counts for
 * partial closes too.
 */

import type { Rational } from '../numbers/rational.js';
import {
  type Account,
  dependentsOf,
  type Order,
  openTrades,
  type Trade,
} from '../numbers/state.js';
import type { Plan } from './decide.js';
import { ON_FILL } from './request.js';

/** Reason to cancel, or undefined; undefined for every account without the rules. */
export function fifoReason(account: Account, order: Order, plan: Plan): string | undefined {
  if (!account.config.fifo) return undefined;
  const open = openTrades(account, order.instrument);
  if (order.marketReason === 'TRADE_CLOSE') {
    const [trade] = order.closes ?? [];
    const older = open.some(
      other =>
        trade !== undefined && other.id < trade.id && other.units.abs().equals(trade.units.abs()),
    );
    if (older) return 'FIFO_VIOLATION';
  }
  const closing = plan.parts.filter(part => part.units.equals(part.trade.units.abs()));
  const staying = open.filter(trade => !closing.some(part => part.trade === trade));
  if (plan.open.sign > 0) {
    const hasOwn = ON_FILL.some(({ key }) => order.onFill[key] !== undefined);
    const twin = findTwin(account, staying, plan.open, hasOwn);
    if (twin) return 'FIFO_VIOLATION_SAFEGUARD_VIOLATION';
  }
  const reduced = plan.parts.find(part => !closing.includes(part));
  if (reduced === undefined) return undefined;
  const others = staying.filter(trade => trade !== reduced.trade);
  const left = reduced.trade.units.abs().minus(reduced.units);
  const hasOwn = dependentsOf(account, reduced.trade).length > 0;
  const twin = findTwin(account, others, left, hasOwn);
  return twin ? 'FIFO_VIOLATION_SAFEGUARD_PARTIAL_CLOSE_VIOLATION' : undefined;
}

function findTwin(
  account: Account,
  others: readonly Trade[],
  size: Rational,
  hasOwn: boolean,
): boolean {
  return others.some(
    other => other.units.abs().equals(size) && (hasOwn || dependentsOf(account, other).length > 0),
  );
}
