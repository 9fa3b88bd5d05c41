/**
 * What has happened to an account since a transaction, and what of it moves with prices: the two
 * halves that a poller keeps its copy of an account fresh with. Each order and trade is named once,
 * in the list of the newest thing that happened to it. Source: v20 semantics 9.2, 4.8.
 */

import { formatMoney } from '../base/decimal.js';
import { present } from '../base/present.js';
import type { OrderRecord } from '../ledger/account.js';
import {
  isOrderTransaction,
  type OrderFillTransaction,
  type Transaction,
} from '../ledger/transaction.js';
import { valueAccount } from '../ledger/valuation.js';
import type { OrderState } from '../order/order.js';
import { sidePrice } from '../order/trigger.js';
import type { AccountView } from './account-view.js';
import { marginCallFields, valueFields } from './accounts.js';
import { OpenValues } from './open-values.js';
import { type OrderView, orderView, restingOf, watchedPrice } from './orders.js';
import { changedPosition, isOpenPosition, type PositionView } from './positions.js';
import { changedTrade, type TradeSummary } from './trades.js';

/** v20's AccountChanges. */
export interface AccountChanges {
  readonly ordersCreated: readonly OrderView[];
  readonly ordersCancelled: readonly OrderView[];
  readonly ordersFilled: readonly OrderView[];
  readonly ordersTriggered: readonly OrderView[];
  readonly tradesOpened: readonly TradeSummary[];
  readonly tradesReduced: readonly TradeSummary[];
  readonly tradesClosed: readonly TradeSummary[];
  readonly positions: readonly PositionView[];
  readonly transactions: readonly Transaction[];
}

type TradeChange = 'opened' | 'reduced' | 'closed';

/** What transactions have touched. */
interface Touched {
  readonly orders: Set<number>;
  /** The newest change of each trade. */
  readonly trades: Map<number, TradeChange>;
  readonly positions: Set<string>;
}

/** Everything after transaction `since`. */
export function accountChanges(account: AccountView, since: number): AccountChanges {
  const { state, log, market } = account;
  const transactions = log.since(since);
  const touched = touchedBy(account, transactions);
  const orders = inOrder(touched.orders).map(id => state.orders.get(id) as OrderRecord);
  const ordersIn = (wanted: OrderState) =>
    orders.filter(order => order.state === wanted).map(order => orderView(account, order));
  const tradesWith = (wanted: TradeChange) =>
    inOrder(touched.trades.keys())
      .filter(id => touched.trades.get(id) === wanted)
      .flatMap(id => state.trades.get(id) ?? [])
      .map(trade => changedTrade(state, market, trade));
  return {
    ordersCreated: ordersIn('PENDING'),
    ordersCancelled: ordersIn('CANCELLED'),
    ordersFilled: ordersIn('FILLED'),
    ordersTriggered: ordersIn('TRIGGERED'),
    tradesOpened: tradesWith('opened'),
    tradesReduced: tradesWith('reduced'),
    tradesClosed: tradesWith('closed'),
    positions: [...state.positions.values()]
      .filter(({ instrument }) => touched.positions.has(instrument))
      .map(position => changedPosition(state, market, position)),
    transactions,
  };
}

function touchedBy({ state }: AccountView, transactions: readonly Transaction[]): Touched {
  const touched: Touched = { orders: new Set(), trades: new Map(), positions: new Set() };
  for (const transaction of transactions) {
    if (isOrderTransaction(transaction)) touched.orders.add(Number(transaction.id));
    else if (transaction.type === 'ORDER_CANCEL') touched.orders.add(Number(transaction.orderID));
    else if (transaction.type === 'ORDER_FILL') touchFilled(touched, transaction);
    else if (transaction.type === 'DAILY_FINANCING') {
      for (const { instrument } of transaction.positionFinancings) {
        touched.positions.add(instrument);
      }
    } else if (transaction.type === 'RESET_RESETTABLE_PL') {
      for (const instrument of state.positions.keys()) touched.positions.add(instrument);
    }
  }
  return touched;
}

function touchFilled({ orders, trades, positions }: Touched, fill: OrderFillTransaction): void {
  const { tradeOpened, tradeReduced, tradesClosed = [] } = fill;
  orders.add(Number(fill.orderID));
  positions.add(fill.instrument);
  if (tradeOpened !== undefined) trades.set(Number(tradeOpened.tradeID), 'opened');
  if (tradeReduced !== undefined) trades.set(Number(tradeReduced.tradeID), 'reduced');
  for (const { tradeID } of tradesClosed) trades.set(Number(tradeID), 'closed');
}

function inOrder(ids: Iterable<number>): number[] {
  return [...ids].sort((a, b) => a - b);
}

/** v20's AccountChangesState, all of it: no field is left out for having stayed as it was. */
export function accountChangesState(account: AccountView) {
  const { state, market } = account;
  const values = new OpenValues(state, market);
  return present({
    ...valueFields(valueAccount(state, market)),
    balance: formatMoney(state.balance),
    pl: formatMoney(state.pl),
    resettablePL: formatMoney(state.resettablePL),
    financing: formatMoney(state.financing),
    commission: formatMoney(state.commission),
    dividendAdjustment: '0',
    guaranteedExecutionFees: formatMoney(state.guaranteedExecutionFees),
    ...marginCallFields(state),
    orders: [...state.pendingOrders.values()]
      .filter(({ type }) => type === 'TRAILING_STOP_LOSS')
      .map(order => dynamicOrderState(account, order)),
    trades: [...state.openTrades.values()].map(trade => {
      const { unrealizedPL, marginUsed } = values.trade(trade);
      return {
        id: String(trade.id),
        unrealizedPL: formatMoney(unrealizedPL),
        marginUsed: formatMoney(marginUsed),
      };
    }),
    positions: [...state.positions.values()].filter(isOpenPosition).map(({ instrument }) => {
      const { longUnrealizedPL, shortUnrealizedPL, marginUsed } = values.position(instrument);
      return {
        instrument,
        netUnrealizedPL: formatMoney(longUnrealizedPL.plus(shortUnrealizedPL)),
        longUnrealizedPL: formatMoney(longUnrealizedPL),
        shortUnrealizedPL: formatMoney(shortUnrealizedPL),
        marginUsed: formatMoney(marginUsed),
      };
    }),
  });
}

/** Where a trailing stop stands, and how far the price that it watches is from it. */
function dynamicOrderState(account: AccountView, order: OrderRecord) {
  const { quotes } = account.market;
  const slot = quotes.mustSlot(order.instrument);
  const resting = restingOf(account, order);
  if (resting === undefined) return { id: String(order.id) };
  const watched = sidePrice(resting.side, quotes.bidPoints(slot), quotes.askPoints(slot));
  const distance = watched > resting.level ? watched - resting.level : resting.level - watched;
  return {
    id: String(order.id),
    trailingStopValue: watchedPrice(account, order, resting, resting.level),
    triggerDistance: watchedPrice(account, order, resting, distance),
    // Half a point of a mid has no digit to be printed in.
    isTriggerDistanceExact: resting.side !== 'MID' || distance % 2 === 0,
  };
}
