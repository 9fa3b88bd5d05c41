/**
 * Counts what an account was refused, by reason: orders and other requests that were refused, and
 * orders that the market cancelled. A strategy that does not look at its refusals seems to trade
 * badly, or not at all; every host of a strategy says them after the run.
 */

import type { LedgerEntry } from '../ledger/log/ledger.js';
import { isOrderTransaction } from '../ledger/transaction.js';
import { OWN_CANCELS } from '../reason/cancel-reasons.js';

export interface ReasonCount {
  /** A v20 reason: `PRICE_PRECISION_EXCEEDED`. */
  readonly reason: string;
  /** The number of refusals, at least 1. */
  readonly count: number;
}

/** Refusals of one account; each list has the most frequent reason first. */
export interface Refusals {
  /** Orders that the client sent, refused or not; without requests to close trades and positions. */
  readonly orders: number;
  /** Orders that were refused, by reject reason. */
  readonly refused: readonly ReasonCount[];
  /** Orders that were made and that the market cancelled, by cancel reason. */
  readonly cancelled: readonly ReasonCount[];
  /** Other requests that were refused, by reject reason. */
  readonly requests: readonly ReasonCount[];
  /** Whether each order of the client was refused, or cancelled by the market. */
  readonly isEveryOrder: boolean;
}

/** Reasons of orders that a client sent, as opposed to closes and orders of the broker. */
const CLIENT_ORDERS: ReadonlySet<string> = new Set(['CLIENT_ORDER', 'REPLACEMENT']);

/**
 * Owns the counts of refusals of one account. `take` takes its transactions in order; counts never
 * fall.
 */
export class RefusalCounter {
  readonly #refused = new Map<string, number>();
  readonly #cancelled = new Map<string, number>();
  readonly #requests = new Map<string, number>();
  /** Orders of the client that were made, and those of them that the market did not cancel. */
  readonly #made = new Set<string>();
  #orders = 0;

  take(transaction: LedgerEntry): void {
    if (isOrderTransaction(transaction)) {
      if (!CLIENT_ORDERS.has(transaction.reason)) return;
      this.#orders += 1;
      this.#made.add(transaction.id);
    } else if (transaction.type === 'ORDER_CANCEL') {
      if (Object.hasOwn(OWN_CANCELS, transaction.reason)) return;
      count(this.#cancelled, transaction.reason);
      this.#made.delete(transaction.orderID);
    } else if ('rejectReason' in transaction) {
      const isOrder = 'reason' in transaction && CLIENT_ORDERS.has(transaction.reason);
      if (isOrder) this.#orders += 1;
      count(isOrder ? this.#refused : this.#requests, transaction.rejectReason);
    }
  }

  /** The counts so far. */
  get refusals(): Refusals {
    return {
      orders: this.#orders,
      refused: listed(this.#refused),
      cancelled: listed(this.#cancelled),
      requests: listed(this.#requests),
      isEveryOrder: this.#orders > 0 && this.#made.size === 0,
    };
  }
}

/** The refusals in a ledger of one account. */
export function refusalsOf(ledger: Iterable<LedgerEntry>): Refusals {
  const counter = new RefusalCounter();
  for (const transaction of ledger) counter.take(transaction);
  return counter.refusals;
}

function count(counts: Map<string, number>, reason: string): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
}

function listed(counts: ReadonlyMap<string, number>): ReasonCount[] {
  const list = [...counts].map(([reason, number]) => ({ reason, count: number }));
  return list.sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
}
