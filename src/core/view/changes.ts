/**
 * The changes of an account since a transaction, and the account's values that move with prices.
 * With both, a poller keeps its copy of an account up to date. Each order and trade appears once,
 * in the list of its newest change. Source: v20 semantics 9.2, 4.8.
 */

import { formatMoney } from '../base/decimal.js';
import { present } from '../base/present.js';
import type { AccountState, OrderRecord, PositionRecord } from '../ledger/account.js';
import {
  isOrderTransaction,
  type OrderFillTransaction,
  type Transaction,
} from '../ledger/transaction.js';
import { valueAccount } from '../ledger/valuation.js';
import { trails } from '../order/dependent-orders.js';
import type { OrderState } from '../order/order.js';
import { sidePrice } from '../order/trigger.js';
import type { AccountSource } from './account-source.js';
import { dividendText, marginCallFields, valueFields } from './accounts.js';
import { LongList } from './long-list.js';
import { OpenValues } from './open-values.js';
import { type OrderView, orderView, restingOf, watchedPrice } from './orders.js';
import { changedPosition, isOpenPosition, type PositionView } from './positions.js';
import { changedTrade, type TradeSummary } from './trades.js';
import { type IDRange, listed } from './transactions.js';

/** v20's AccountChanges. */
export interface AccountChanges {
  readonly ordersCreated: LongList<OrderView>;
  readonly ordersCancelled: LongList<OrderView>;
  readonly ordersFilled: LongList<OrderView>;
  readonly ordersTriggered: LongList<OrderView>;
  readonly tradesOpened: LongList<TradeSummary>;
  readonly tradesReduced: LongList<TradeSummary>;
  readonly tradesClosed: LongList<TradeSummary>;
  readonly positions: LongList<PositionView>;
  readonly transactions: LongList<Transaction>;
}

type TradeChange = 'opened' | 'reduced' | 'closed';

/** The orders, trades and positions that transactions have changed. */
interface ChangeSets {
  readonly orders: Set<number>;
  /** The newest change of each trade. */
  readonly trades: Map<number, TradeChange>;
  readonly positions: Set<string>;
}

/** The changed ids, ascending. */
interface ChangeIDs {
  readonly orders: readonly number[];
  readonly trades: readonly number[];
  readonly changes: ReadonlyMap<number, TradeChange>;
  readonly positions: ReadonlySet<string>;
}

/** The changes after transaction `since`, up to the last transaction of `account`. */
export function accountChanges(account: AccountSource, since: number): AccountChanges {
  const { state, log, market } = account;
  const range = { first: since + 1, last: state.lastTransactionID };
  let sorted: ChangeIDs | undefined;
  /** Reads the transactions, with pauses. The first list that is read does this for all lists. */
  function* look(): Generator<undefined, ChangeIDs> {
    sorted ??= sortedIDs(yield* touchedBy(account, range));
    return sorted;
  }
  const ordersIn = (wanted: OrderState) =>
    new LongList(function* () {
      for (const id of (yield* look()).orders) {
        const order = state.orders.get(id) as OrderRecord;
        yield order.state === wanted ? orderView(account, order) : undefined;
      }
    });
  const tradesWith = (wanted: TradeChange) =>
    new LongList(function* () {
      const { trades, changes } = yield* look();
      for (const id of trades) {
        const trade = changes.get(id) === wanted ? state.trades.get(id) : undefined;
        yield trade === undefined ? undefined : changedTrade(state, market, trade);
      }
    });
  return {
    ordersCreated: ordersIn('PENDING'),
    ordersCancelled: ordersIn('CANCELLED'),
    ordersFilled: ordersIn('FILLED'),
    ordersTriggered: ordersIn('TRIGGERED'),
    tradesOpened: tradesWith('opened'),
    tradesReduced: tradesWith('reduced'),
    tradesClosed: tradesWith('closed'),
    positions: new LongList(function* () {
      const { positions } = yield* look();
      for (const position of state.positions.values()) {
        yield positions.has(position.instrument)
          ? changedPosition(state, market, position)
          : undefined;
      }
    }),
    transactions: listed(log, range),
  };
}

function* touchedBy(
  { state, log }: AccountSource,
  { first, last }: IDRange,
): Generator<undefined, ChangeSets> {
  const touched: ChangeSets = { orders: new Set(), trades: new Map(), positions: new Set() };
  for (let id = first; id <= last; id++) {
    touch(touched, log.must(id), state);
    yield undefined;
  }
  return touched;
}

function touch(touched: ChangeSets, transaction: Transaction, state: AccountState): void {
  if (isOrderTransaction(transaction)) touched.orders.add(Number(transaction.id));
  else if (transaction.type === 'ORDER_CANCEL') touched.orders.add(Number(transaction.orderID));
  else if (transaction.type === 'ORDER_FILL') touchFilled(touched, transaction);
  else if (transaction.type === 'DAILY_FINANCING') {
    for (const { instrument } of transaction.positionFinancings) touched.positions.add(instrument);
  } else if (transaction.type === 'DIVIDEND_ADJUSTMENT') {
    touched.positions.add(transaction.instrument);
  } else if (transaction.type === 'RESET_RESETTABLE_PL') {
    for (const instrument of state.positions.keys()) touched.positions.add(instrument);
  }
}

function touchFilled({ orders, trades, positions }: ChangeSets, fill: OrderFillTransaction): void {
  const { tradeOpened, tradeReduced, tradesClosed = [] } = fill;
  orders.add(Number(fill.orderID));
  positions.add(fill.instrument);
  if (tradeOpened !== undefined) trades.set(Number(tradeOpened.tradeID), 'opened');
  if (tradeReduced !== undefined) trades.set(Number(tradeReduced.tradeID), 'reduced');
  for (const { tradeID } of tradesClosed) trades.set(Number(tradeID), 'closed');
}

function sortedIDs({ orders, trades, positions }: ChangeSets): ChangeIDs {
  return { orders: inOrder(orders), trades: inOrder(trades.keys()), changes: trades, positions };
}

/** Sorts the ids. They are mostly in order already, which makes this sort fast. */
function inOrder(ids: Iterable<number>): number[] {
  return [...ids].sort((a, b) => a - b);
}

/** v20's AccountChangesState with all fields, also those that have not changed. */
export function accountChangesState(account: AccountSource) {
  const { state, market } = account;
  const values = new OpenValues(state, market);
  return present({
    ...valueFields(valueAccount(state, market)),
    balance: formatMoney(state.balance),
    pl: formatMoney(state.pl),
    resettablePL: formatMoney(state.resettablePL),
    financing: formatMoney(state.financing),
    commission: formatMoney(state.commission),
    dividendAdjustment: dividendText(state),
    guaranteedExecutionFees: formatMoney(state.guaranteedExecutionFees),
    ...marginCallFields(state),
    orders: new LongList(function* () {
      for (const order of state.pendingOrders.values()) {
        yield trails(order.type) ? dynamicOrderState(account, order) : undefined;
      }
    }),
    trades: LongList.of([...state.openTrades.values()], trade => {
      const { unrealizedPL, marginUsed } = values.trade(trade);
      return {
        id: String(trade.id),
        unrealizedPL: formatMoney(unrealizedPL),
        marginUsed: formatMoney(marginUsed),
      };
    }),
    positions: LongList.of(openPositions(state), ({ instrument }) => {
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

function openPositions({ positions }: AccountState): PositionRecord[] {
  return [...positions.values()].filter(isOpenPosition);
}

/** The level of a trailing stop, and the distance of its watched price from the level. */
function dynamicOrderState(account: AccountSource, order: OrderRecord) {
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
    // Half a point of a mid cannot be printed: the price has no digit for it.
    isTriggerDistanceExact: resting.side !== 'MID' || distance % 2 === 0,
  };
}
