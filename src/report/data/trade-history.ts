/**
 * The history of each trade from the ledger: the fill that opened it, the fills that closed parts
 * of it, and its take profits and stop losses, with the times between which they were pending. The
 * ledger has the price of a stop at a fixed distance, but not of a trailing stop.
 */

import { isOrderTransaction, type Transaction } from '../../core/ledger/transaction.js';

/** Greatest number of trades on a page; trades.csv has all. */
export const MOST_TRADES = 2000;

/** A fill that closed a trade or a part of it. */
export interface PartialClose {
  readonly transactionID: string;
  readonly time: string;
  readonly price: string;
}

/** A pending order to close a trade. Times are RFC 3339, prices wire strings. */
export interface TradeBracket {
  readonly kind: 'takeProfit' | 'stopLoss' | 'trailingStop';
  readonly orderID: string;
  /** Undefined for a trailing stop. */
  readonly price: string | undefined;
  readonly from: string;
  /** Undefined while the order is pending. */
  readonly to: string | undefined;
}

/** What happened to one trade after it was opened. */
export interface TradeHistory {
  readonly closes: readonly PartialClose[];
  readonly brackets: readonly TradeBracket[];
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface GrowingHistory {
  readonly closes: PartialClose[];
  readonly brackets: Mutable<TradeBracket>[];
}

const BRACKET_KINDS: Readonly<Record<string, TradeBracket['kind']>> = {
  TAKE_PROFIT_ORDER: 'takeProfit',
  STOP_LOSS_ORDER: 'stopLoss',
  GUARANTEED_STOP_LOSS_ORDER: 'stopLoss',
  TRAILING_STOP_LOSS_ORDER: 'trailingStop',
};

/** The name of a trade, an order or a transaction among those of all accounts. */
export function inAccount(accountID: string, id: string): string {
  return `${accountID}/${id}`;
}

/** Every trade's history, by `inAccount`. */
export function tradeHistories(ledger: readonly Transaction[]): ReadonlyMap<string, TradeHistory> {
  const histories = new Map<string, GrowingHistory>();
  const waiting = new Map<string, Mutable<TradeBracket>>();
  const historyOf = (accountID: string, tradeID: string): GrowingHistory => {
    const key = inAccount(accountID, tradeID);
    const known = histories.get(key) ?? { closes: [], brackets: [] };
    histories.set(key, known);
    return known;
  };
  for (const transaction of ledger) {
    const { accountID, id, time } = transaction;
    if (isOrderTransaction(transaction)) {
      const kind = BRACKET_KINDS[transaction.type];
      if (kind === undefined || !('tradeID' in transaction)) continue;
      const history = historyOf(accountID, transaction.tradeID);
      const { price } = transaction;
      const bracket = { kind, orderID: id, price, from: time, to: undefined };
      history.brackets.push(bracket);
      waiting.set(inAccount(accountID, id), bracket);
    } else if (transaction.type === 'ORDER_FILL') {
      const { orderID, tradesClosed = [], tradeReduced } = transaction;
      end(waiting, inAccount(accountID, orderID), time);
      for (const { tradeID, price } of [...tradesClosed, ...(tradeReduced ? [tradeReduced] : [])]) {
        historyOf(accountID, tradeID).closes.push({ transactionID: id, time, price });
      }
    } else if (transaction.type === 'ORDER_CANCEL') {
      end(waiting, inAccount(accountID, transaction.orderID), time);
    }
  }
  return histories;
}

function end(waiting: Map<string, Mutable<TradeBracket>>, key: string, time: string): void {
  const bracket = waiting.get(key);
  if (bracket !== undefined) bracket.to = time;
  waiting.delete(key);
}
