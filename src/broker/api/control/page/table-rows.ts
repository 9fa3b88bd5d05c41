/**
 * Rows of long tables, found without making the views of rows that are not shown: what a filter and
 * a sorting read of each record, and the view of those on the page.
 */

import type { AccountCell } from '../../../../core/engine/state/account-cell.js';
import type { OrderRecord, TradeRecord } from '../../../../core/ledger/account.js';
import type { Transaction } from '../../../../core/ledger/transaction.js';
import type { RestingOrders } from '../../../../core/order/resting-orders.js';
import type { AccountSource } from '../../../../core/view/account-source.js';
import { OpenValues } from '../../../../core/view/open-values.js';
import { orderView } from '../../../../core/view/orders.js';
import { tradeView } from '../../../../core/view/trades.js';

/** The tables. */
export const TABLES = ['orders', 'trades', 'transactions'] as const;
/** One of them. */
export type TableName = (typeof TABLES)[number];

/** The fields that a table is sorted by; ids and times rise together. */
export const TABLE_SORTS = ['id', 'time', 'type', 'instrument', 'units', 'price', 'pl'] as const;
/** One of those. */
export type TableSort = (typeof TABLE_SORTS)[number];

/** What filter and sorting read of a row; texts as they are in the ledger. */
interface Keys {
  readonly id: number;
  readonly type: string;
  readonly instrument?: string | undefined;
  readonly units?: string | undefined;
  readonly price?: string | undefined;
  readonly pl?: string | undefined;
  /** Further texts that a filter finds. */
  readonly others: readonly (string | undefined)[];
}

/** Any fields of a transaction. */
/** Texts that orders of some types have. */
interface OrderTexts {
  readonly units?: string;
  readonly price?: string;
  readonly reason?: string;
  readonly clientTradeID?: string;
}

/** Texts that transactions of some types have. */
interface TransactionTexts extends OrderTexts {
  readonly instrument?: string;
  readonly pl?: string;
  readonly rejectReason?: string;
  readonly orderID?: string;
  readonly tradeID?: string;
  readonly clientOrderID?: string;
  readonly clientExtensions?: { readonly id?: string };
}

/** How a table is read. */
export interface TableReader {
  /** Ids of all rows, ascending. */
  readonly ids: () => number[];
  readonly keys: (id: number) => Keys;
  /** The row as v20 answers it; an order that closes a trade has its instrument too. */
  readonly row: (id: number) => object;
}

/** The reader of a table of an account. @param resting - by instrument slot. */
export function tableReader(
  table: TableName,
  cell: AccountCell,
  resting: readonly RestingOrders[],
): TableReader {
  const { slot, state, log, market } = cell;
  const view = { slot, state, log, market, resting };
  switch (table) {
    case 'orders':
      return {
        ids: () => [...state.orders.keys()],
        keys: id => orderKeys(state.orders.get(id) as OrderRecord),
        row: id => orderRow(view, state.orders.get(id) as OrderRecord),
      };
    case 'trades': {
      const values = new OpenValues(state, market);
      return {
        ids: () => [...state.trades.keys()],
        keys: id => tradeKeys(state.trades.get(id) as TradeRecord),
        row: id => tradeView(view, state.trades.get(id) as TradeRecord, values),
      };
    }
    case 'transactions':
      return {
        ids: () =>
          Array.from({ length: log.lastID - log.firstID + 1 }, (_, at) => log.firstID + at),
        keys: id => transactionKeys(log.must(id)),
        row: id => log.must(id),
      };
  }
}

/** An order as v20 answers it; one that closes a trade has the instrument of its trade too. */
function orderRow(view: AccountSource, order: OrderRecord): object {
  return { ...orderView(view, order), instrument: order.instrument };
}

function orderKeys({ id, type, instrument, state, creation, ...order }: OrderRecord): Keys {
  const { units, price, reason, clientTradeID } = creation as OrderTexts;
  const others = [state, reason, order.clientExtensions?.id, clientTradeID];
  return { id, type, instrument, units, price, others };
}

function tradeKeys(trade: TradeRecord): Keys {
  const { id, instrument, initialUnits, price, realizedPL, state, clientExtensions } = trade;
  return {
    id,
    type: state,
    instrument,
    units: initialUnits.toString(),
    price: price.toString(),
    pl: realizedPL.toString(),
    others: [clientExtensions?.id],
  };
}

function transactionKeys(transaction: Transaction): Keys {
  const texts = transaction as TransactionTexts;
  const { instrument, units, price, pl, ...others } = texts;
  const { reason, rejectReason, orderID, tradeID, clientOrderID, clientTradeID } = others;
  return {
    id: Number(transaction.id),
    type: transaction.type,
    instrument,
    units,
    price,
    pl,
    others: [
      reason,
      rejectReason,
      orderID,
      tradeID,
      clientOrderID,
      clientTradeID,
      others.clientExtensions?.id,
    ],
  };
}

/** Whether all words are part of what a filter reads of the row. @param words - in lower case. */
export function hasWords(
  { id, type, instrument, others }: Keys,
  words: readonly string[],
): boolean {
  const text = [id, type, instrument, ...others].join(' ').toLowerCase();
  return words.every(word => text.includes(word));
}
