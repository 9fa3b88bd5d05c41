/**
 * What each transaction changes in the value of its account.
 */

import { present } from '../../../core/base/present.js';
import type { OrderFillTransaction, Transaction } from '../../../core/ledger/transaction.js';

/** What a fill does to trades. Not the transaction itself: old ones are packed. */
export interface TradeChanges {
  readonly closed: readonly string[];
  readonly reduced?: { readonly id: string; readonly units: string };
  readonly opened?: { readonly id: string; readonly units: string; readonly price: string };
  readonly instrument: string;
}

/** What a transaction changes in the value of its account. */
export interface ValueChange {
  /** RFC 3339. */
  readonly time: string;
  /** The balance after it. */
  readonly balance?: string;
  readonly trades?: TradeChanges;
}

/** The change of a transaction; undefined for none. */
export function valueChangeOf(transaction: Transaction): ValueChange | undefined {
  const { time } = transaction;
  const balance = 'accountBalance' in transaction ? transaction.accountBalance : undefined;
  const trades = transaction.type === 'ORDER_FILL' ? tradesChanged(transaction) : undefined;
  if (balance === undefined && trades === undefined) return undefined;
  return { time, ...present({ balance, trades }) };
}

function tradesChanged(fill: OrderFillTransaction): TradeChanges {
  const { instrument, tradesClosed = [], tradeReduced: less, tradeOpened: opened } = fill;
  return {
    instrument,
    closed: tradesClosed.map(({ tradeID }) => tradeID),
    ...(less && { reduced: { id: less.tradeID, units: less.units } }),
    ...(opened && { opened: { id: opened.tradeID, units: opened.units, price: opened.price } }),
  };
}
