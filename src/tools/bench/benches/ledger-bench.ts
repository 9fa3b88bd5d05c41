/**
 * Look-ups in a ledger of a million transactions, by the page of a hundred. Yardstick: the same in
 * a ledger of a thousand; the goal is a ratio near 1, because an id is an index.
 */

import { decimal, formatMoney } from '../../../core/base/decimal.js';
import type { AccountCell } from '../../../core/engine/state/account-cell.js';
import type { TradeRecord } from '../../../core/ledger/account.js';
import { apply } from '../../../core/ledger/apply.js';
import type { Transaction } from '../../../core/ledger/transaction.js';
import { rowsOf } from '../../../core/market/tick.js';
import { accountSummary } from '../../../core/view/accounts.js';
import { tradeSummary } from '../../../core/view/trades.js';
import { makeMarket } from '../loads/market.js';
import { ACCOUNT, engineOver } from '../loads/one-account.js';
import { type BenchFigure, figure, ratioAtMost } from '../measuring/figure.js';
import { middle, seconds } from '../measuring/measure.js';
import { tenths } from '../measuring/progress.js';

const PAGE = 100;
const ROUNDS = 21;
const CALLS = 50;
const SMALL = 1000;
const LARGE = 1_000_000;
/** Fields of a round trip that name a transaction. */
const MOVED: ReadonlySet<string> = new Set(['id', 'batchID', 'orderID', 'tradeID']);

/** Prepares a look-up for the account; the returned function is timed. */
type Look = (cell: AccountCell) => () => unknown;

const LOOKS: Readonly<Record<string, Look>> = {
  'transactions by range': ({ log }) => {
    const from = log.lastID >> 1;
    return () => log.range(from, from + PAGE - 1);
  },
  'transactions since':
    ({ log }) =>
    () =>
      log.since(log.lastID - PAGE),
  'orders by id': ({ state }) => {
    const page = middlePage(state.orders.keys());
    return () => page.map(id => state.orders.get(id));
  },
  'trades by id, as views': ({ state, market }) => {
    const page = middlePage(state.trades.keys());
    return () => page.map(id => tradeSummary(state, market, state.trades.get(id) as TradeRecord));
  },
  'account summaries': ({ state, market }) => {
    const page = middlePage(state.orders.keys());
    return () => page.map(() => accountSummary(state, market));
  },
};

/** Transactions by range and since, orders, trades and their views, the account's summary. */
export function ledgerBench(): BenchFigure[] {
  const small = accountOf(SMALL);
  const large = accountOf(LARGE);
  return Object.entries(LOOKS).map(([name, look]) => {
    const [few, many] = pageMicros(look(small), look(large));
    return figure(`${name}, a page of ${PAGE} of 1 M transactions`, many, 'us', {
      beside: ['the same of 1,000', few],
      goal: ratioAtMost(2),
    });
  });
}

/** Microseconds per page in both ledgers, measured alternately. */
function pageMicros(small: () => unknown, large: () => unknown): [number, number] {
  const few: number[] = [];
  const many: number[] = [];
  const micros = (look: () => unknown) =>
    (seconds(() => {
      for (let call = 0; call < CALLS; call++) look();
    }) /
      CALLS) *
    1e6;
  for (let round = 0; round < ROUNDS; round++) {
    few.push(micros(small));
    many.push(micros(large));
  }
  return [middle(few), middle(many)];
}

/**
 * An account with `transactions`: one purchase and one sale, then copies of the ledger of that
 * round trip with new ids.
 */
function accountOf(transactions: number): AccountCell {
  const market = makeMarket({ days: 1 });
  const window = market.windows[0]?.[0];
  const [instrument] = market.instruments;
  if (window === undefined || instrument === undefined) throw new Error('no ticks were made');
  const id = ACCOUNT;
  const engine = engineOver(market);
  const cell = engine.account(id);
  const before = cell.log.lastID;
  engine.tick(rowsOf(0, window), 0);
  for (const units of ['100', '-100']) {
    engine.accept(id, {
      type: 'CreateOrder',
      order: { type: 'MARKET', instrument: instrument.name, units },
    });
    engine.advanceTo(engine.now);
  }
  const trip = cell.log.since(before);
  const progress = tenths('filling the ledger');
  for (let by = trip.length; cell.log.lastID < transactions; by += trip.length) {
    for (const transaction of trip) {
      const next = withBalance(withIDs(transaction, by) as Transaction, cell);
      cell.log.append(next);
      apply(cell.state, next);
    }
    if (transactions > SMALL) progress(cell.log.lastID, transactions);
  }
  return cell;
}

/** A copy of a part of a transaction whose ids are `by` larger. */
function withIDs(part: unknown, by: number): unknown {
  if (Array.isArray(part)) return part.map(each => withIDs(each, by));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      MOVED.has(key) ? String(Number(value) + by) : withIDs(value, by),
    ]),
  );
}

/** A fill states the balance after it. */
function withBalance(transaction: Transaction, { state }: AccountCell): Transaction {
  if (transaction.type !== 'ORDER_FILL') return transaction;
  const balance = state.balance.plus(decimal(transaction.pl));
  return { ...transaction, accountBalance: formatMoney(balance) };
}

function middlePage(ids: Iterable<number>): number[] {
  const all = [...ids];
  return all.slice(all.length >> 1, (all.length >> 1) + PAGE);
}
