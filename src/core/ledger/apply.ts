/**
 * The fold: apply(state, transaction) is the only writer of AccountState. It copies and adds the
 * fields of the transaction and decides nothing, so a ledger that is read back gives the live state
 * again. Invariants I4, I5, I10-I15, I24.
 */

import { assert, assertNever } from '../base/assert.js';
import { decimal, ZERO } from '../base/decimal.js';
import { plainObjects } from '../base/present.js';
import { dependentOrder } from '../order/dependent-orders.js';
import type { ClientExtensions } from '../order/order.js';
import type { AccountState, OrderRecord, TradeRecord } from './account.js';
import { mustPending, mustTrade, retire, setBalance } from './account-records.js';
import { applyFill, type FillHead, type FillNumbers, numbersOf } from './apply-fill.js';
import { applyDailyFinancing, applyDividendAdjustment } from './apply-rollover.js';
import {
  isOrderTransaction,
  ORDER_TYPE_OF_TRANSACTION,
  type OrderCancelBody,
  type OrderTransaction,
  type Transaction,
} from './transaction.js';

/**
 * Applies `transaction` to `state` in place.
 * @throws InvariantError when it does not follow from the state: a wrong id, an order that is not
 * pending, or a wrong stated balance.
 */
export function apply(state: AccountState, transaction: Transaction): void {
  takeID(state, transaction.id);
  if ('rejectReason' in transaction) return;
  if (isOrderTransaction(transaction)) {
    applyOrder(state, transaction);
    return;
  }
  switch (transaction.type) {
    case 'ORDER_FILL':
      applyFill(state, transaction, numbersOf(state, transaction));
      return;
    case 'ORDER_CANCEL':
      applyCancel(state, transaction, transaction.id, transaction.time);
      return;
    case 'ORDER_CLIENT_EXTENSIONS_MODIFY':
      modifyOrderExtensions(state, Number(transaction.orderID), transaction);
      return;
    case 'TRADE_CLIENT_EXTENSIONS_MODIFY':
      modifyTradeExtensions(
        state,
        mustTrade(state, Number(transaction.tradeID)),
        transaction.tradeClientExtensionsModify,
      );
      return;
    case 'DAILY_FINANCING':
      applyDailyFinancing(state, transaction);
      return;
    case 'DIVIDEND_ADJUSTMENT':
      applyDividendAdjustment(state, transaction);
      return;
    case 'DELAYED_TRADE_CLOSURE':
      for (const tradeID of transaction.tradeIDs) {
        const trade = mustTrade(state, Number(tradeID));
        trade.state = 'CLOSE_WHEN_TRADEABLE';
        trade.delayedClosureID = Number(transaction.id);
      }
      return;
    default:
      applyToAccount(state, transaction);
  }
}

/**
 * Applies a fill that was just decided, as `apply` does with its transaction. `apply` reads the same
 * numbers from the texts of the transaction; here they are those from which the texts are written.
 * @throws InvariantError as `apply`.
 */
export function applyDecided(state: AccountState, fill: FillHead, numbers: FillNumbers): void {
  takeID(state, fill.id);
  applyFill(state, fill, numbers);
}

function takeID(state: AccountState, id: string): void {
  assert(
    Number(id) === state.lastTransactionID + 1,
    'Invariant: transactions are applied in id order',
  );
  state.lastTransactionID += 1;
}

/** The transactions that are about the account itself, and about no order and no trade. */
type AboutAccount = Extract<
  Transaction,
  {
    readonly type:
      | 'CREATE'
      | 'CLIENT_CONFIGURE'
      | 'TRANSFER_FUNDS'
      | 'RESET_RESETTABLE_PL'
      | 'CLOSE'
      | 'REOPEN'
      | 'MARGIN_CALL_ENTER'
      | 'MARGIN_CALL_EXTEND'
      | 'MARGIN_CALL_EXIT';
  }
>;

function applyToAccount(state: AccountState, transaction: AboutAccount): void {
  switch (transaction.type) {
    case 'CREATE':
      state.createdTime = transaction.time;
      return;
    case 'CLIENT_CONFIGURE':
      if (transaction.alias !== undefined) state.alias = transaction.alias;
      if (transaction.marginRate !== undefined) state.marginRate = transaction.marginRate;
      return;
    case 'TRANSFER_FUNDS':
      setBalance(state, state.balance.plus(transaction.amount), transaction.accountBalance);
      return;
    case 'RESET_RESETTABLE_PL':
      resetPL(state, transaction.time);
      return;
    case 'CLOSE':
      state.active = false;
      return;
    case 'REOPEN':
      state.active = true;
      return;
    case 'MARGIN_CALL_ENTER':
      state.marginCallEnterTime = transaction.time;
      return;
    case 'MARGIN_CALL_EXTEND':
      state.marginCallExtensionCount = transaction.extensionNumber;
      state.lastMarginCallExtensionTime = transaction.time;
      return;
    case 'MARGIN_CALL_EXIT':
      delete state.marginCallEnterTime;
      delete state.lastMarginCallExtensionTime;
      state.marginCallExtensionCount = 0;
      return;
    default:
      assertNever(transaction);
  }
}

function applyOrder(state: AccountState, transaction: OrderTransaction): void {
  const id = Number(transaction.id);
  const order = orderOf(state, id, transaction);
  state.orders.set(id, order);
  state.pendingOrders.set(id, order);
  const clientID = transaction.clientExtensions?.id;
  if (clientID !== undefined) state.clientOrderIDs.set(clientID, id);
  if (order.tradeID !== undefined) {
    const row = dependentOrder(order.type);
    if (row !== undefined) mustTrade(state, order.tradeID)[row.link] = id;
  }
}

function orderOf(state: AccountState, id: number, creation: OrderTransaction): OrderRecord {
  const order = newOrder(state, id, creation);
  if (creation.clientExtensions !== undefined) order.clientExtensions = creation.clientExtensions;
  if ('tradeClientExtensions' in creation && creation.tradeClientExtensions !== undefined) {
    order.tradeClientExtensions = creation.tradeClientExtensions;
  }
  return order;
}

/** The record of a new order. A dependent order has the size of its trade. */
function newOrder(state: AccountState, id: number, creation: OrderTransaction): OrderRecord {
  if (!('tradeID' in creation)) {
    const { instrument, units } = creation;
    return new PendingOrder(id, creation, { instrument, units: decimal(units) });
  }
  const { id: tradeID, instrument } = mustTrade(state, Number(creation.tradeID));
  return new PendingOrder(id, creation, { instrument, units: ZERO, tradeID });
}

/** A record that was just made. The fields of its end get room in the same block of memory. */
const PendingOrder = plainObjects<
  OrderRecord,
  [number, OrderTransaction, Pick<OrderRecord, 'instrument' | 'units' | 'tradeID'>]
>(function (id, creation, { instrument, units, tradeID }) {
  this.id = id;
  this.type = ORDER_TYPE_OF_TRANSACTION[creation.type];
  this.creation = creation;
  this.state = 'PENDING';
  this.instrument = instrument;
  this.units = units;
  if (tradeID !== undefined) this.tradeID = tradeID;
});

function applyCancel(
  state: AccountState,
  cancel: OrderCancelBody,
  transactionID: string,
  time: string,
): void {
  const order = mustPending(state, Number(cancel.orderID));
  retire(state, order);
  order.state = 'CANCELLED';
  order.cancellingTransactionID = transactionID;
  order.cancelledTime = time;
  if (cancel.replacedByOrderID !== undefined) order.replacedByOrderID = cancel.replacedByOrderID;
}

function modifyOrderExtensions(
  state: AccountState,
  orderID: number,
  modify: {
    readonly clientExtensionsModify?: ClientExtensions;
    readonly tradeClientExtensionsModify?: ClientExtensions;
  },
): void {
  const order = mustPending(state, orderID);
  if (modify.clientExtensionsModify !== undefined) {
    const before = order.clientExtensions?.id;
    if (before !== undefined) state.clientOrderIDs.delete(before);
    order.clientExtensions = { ...order.clientExtensions, ...modify.clientExtensionsModify };
    const after = order.clientExtensions.id;
    if (after !== undefined) state.clientOrderIDs.set(after, orderID);
  }
  if (modify.tradeClientExtensionsModify !== undefined) {
    order.tradeClientExtensions = {
      ...order.tradeClientExtensions,
      ...modify.tradeClientExtensionsModify,
    };
  }
}

function modifyTradeExtensions(
  state: AccountState,
  trade: TradeRecord,
  modify: ClientExtensions,
): void {
  const clientExtensions = { ...trade.clientExtensions, ...modify };
  // A host also labels closed trades, whose ids are free: an open trade may have one of them.
  if (trade.state === 'CLOSED') {
    state.trades.set(trade.id, { ...trade, clientExtensions });
    return;
  }
  const before = trade.clientExtensions?.id;
  if (before !== undefined) state.clientTradeIDs.delete(before);
  trade.clientExtensions = clientExtensions;
  const after = clientExtensions.id;
  if (after !== undefined) state.clientTradeIDs.set(after, trade.id);
}

function resetPL(state: AccountState, time: string): void {
  state.resettablePL = ZERO;
  state.resettablePLTime = time;
  for (const position of state.positions.values()) {
    position.long.resettablePL = ZERO;
    position.short.resettablePL = ZERO;
  }
}
