/**
 * The account of a host in the form that the fold of the ledger works on: its open trades, its pending
 * orders and its balance, as a reading has them. Source: v20 semantics 9.1.
 */

import { decimal, ZERO } from '../../../core/base/decimal.js';
import { present } from '../../../core/base/present.js';
import {
  type AccountState,
  initialState,
  type OrderRecord,
  type TradeRecord,
} from '../../../core/ledger/account.js';
import { PLAIN_ACCOUNT } from '../../../core/ledger/account-config.js';
import type { OrderTransaction } from '../../../core/ledger/transaction.js';
import type { OrderType } from '../../../core/order/order.js';
import type { StrategyOrder, StrategyTrade } from '../../../core/strategy/account.js';
import type { Json } from '../wire/v20-client.js';

/** The state of an account that nothing was read of. */
export function emptyAccount(id: string): AccountState {
  return initialState({ ...PLAIN_ACCOUNT, id, currency: '', balance: '0' });
}

/**
 * The state of the account that a host sent. Totals, and trades and orders that have ended, are not
 * in it.
 * @param account - the whole account, with `trades` and `orders`.
 */
export function accountStateOf(id: string, account: Json): AccountState {
  const state = emptyAccount(id);
  state.lastTransactionID = Number(account['lastTransactionID']);
  state.balance = decimal(account['balance'] as string);
  for (const trade of inOrder(account['trades'] as StrategyTrade[])) {
    const record = tradeRecord(trade);
    state.trades.set(record.id, record);
    state.openTrades.set(record.id, record);
  }
  for (const order of inOrder(account['orders'] as StrategyOrder[])) addPending(state, order);
  return state;
}

/** Adds an order of the host to those that are pending. */
export function addPending(state: AccountState, order: StrategyOrder): void {
  const { id, type, instrument = '', units, tradeID, clientExtensions } = order;
  const record: OrderRecord = {
    id: Number(id),
    type: type as OrderType,
    instrument,
    units: units === undefined ? ZERO : decimal(units),
    creation: { ...order, type: `${type}_ORDER` } as unknown as OrderTransaction,
    state: 'PENDING',
    ...present({ tradeID: tradeID === undefined ? undefined : Number(tradeID), clientExtensions }),
  };
  state.orders.set(record.id, record);
  state.pendingOrders.set(record.id, record);
}

function tradeRecord(trade: StrategyTrade): TradeRecord {
  const { id, instrument, price, openTime, currentUnits, financing, clientExtensions } = trade;
  const units = decimal(currentUnits);
  return {
    id: Number(id),
    instrument,
    price: decimal(price),
    openTime,
    // The sign is all that is read of them.
    initialUnits: units,
    initialMarginRequired: '0',
    state: 'OPEN',
    currentUnits: units,
    realizedPL: ZERO,
    financing: decimal(financing),
    dividendAdjustment: ZERO,
    financedUntil: openTime,
    closingTransactionIDs: [],
    closedValue: ZERO,
    ...present({ clientExtensions }),
  };
}

/** Oldest first. */
function inOrder<T extends { readonly id: string }>(listed: readonly T[]): readonly T[] {
  return [...listed].sort((a, b) => Number(a.id) - Number(b.id));
}
