/**
 * Look-ups in a ledger of a million transactions, by the page of a hundred. Yardstick: the same in
 * a ledger of a thousand; near 1 is the goal, since an id is an index.
 */

import { Engine } from '../core/engine/engine.js';
import { IDEAL_EXECUTION } from '../core/engine/execution.js';
import type { TradeRecord } from '../core/ledger/account.js';
import { PLAIN_ACCOUNT } from '../core/ledger/account-config.js';
import { instant, MICROS_PER_SECOND } from '../core/time/instant.js';
import { accountSummary } from '../core/view/accounts.js';
import { tradeSummary } from '../core/view/trades.js';
import { type Figure, ratioAtMost } from './figure.js';
import { makeMarket } from './market.js';
import { middle, seconds } from './measure.js';
import { tenths } from './progress.js';
import { accountID } from './resting.js';

const PAGE = 100;
const ROUNDS = 21;
const CALLS = 50;
const SMALL = 1000;
const LARGE = 1_000_000;

type Look = (engine: Engine) => unknown;

/** Transactions by range and since, orders, trades and their views, the account's summary. */
export function ledgerBench(): Figure[] {
  const small = engineOf(SMALL);
  const large = engineOf(LARGE);
  const looks: Readonly<Record<string, Look>> = {
    'transactions by range': engine => {
      const { log } = cellOf(engine);
      const from = log.lastID >> 1;
      return log.range(from, from + PAGE - 1);
    },
    'transactions since': engine => {
      const { log } = cellOf(engine);
      return log.since(log.lastID - PAGE);
    },
    'orders by id': engine => {
      const { state, log } = cellOf(engine);
      return pageOf(id => state.orders.get((log.lastID >> 1) + id));
    },
    'trades by id, as views': engine => {
      const { state, market } = cellOf(engine);
      return pageOf(index => {
        const trade = state.trades.get(tradeID(state.lastTransactionID, index));
        return tradeSummary(state, market, trade as TradeRecord);
      });
    },
    'account summaries': engine => {
      const { state, market } = cellOf(engine);
      return pageOf(() => accountSummary(state, market));
    },
  };
  return Object.entries(looks).map(([name, look]) => {
    const [few, many] = pageMicros(look, small, large);
    return {
      name: `${name}, a page of ${PAGE} of 1 M transactions`,
      value: many,
      unit: 'us',
      yardstick: `the same of 1,000, ${few.toFixed(1)} us`,
      ratio: many / few,
      goal: ratioAtMost(2),
    };
  });
}

/** Microseconds of a page in both ledgers, measured in turn. */
function pageMicros(look: Look, small: Engine, large: Engine): [number, number] {
  const few: number[] = [];
  const many: number[] = [];
  const micros = (engine: Engine) =>
    (seconds(() => {
      for (let call = 0; call < CALLS; call++) look(engine);
    }) /
      CALLS) *
    1e6;
  for (let round = 0; round < ROUNDS; round++) {
    few.push(micros(small));
    many.push(micros(large));
  }
  return [middle(few), middle(many)];
}

/** An engine whose account has bought and sold until it has `transactions`, four a round trip. */
function engineOf(transactions: number): Engine {
  const market = makeMarket({ days: 1 });
  const window = market.windows[0]?.[0];
  const [instrument] = market.instruments;
  if (window === undefined || instrument === undefined) throw new Error('no ticks were made');
  const id = accountID(0);
  const engine = Engine.create({
    market: [{ instrument, halts: [] }],
    accounts: [{ ...PLAIN_ACCOUNT, id, currency: 'USD', balance: '100000000' }],
    model: IDEAL_EXECUTION,
    seed: 1,
    from: market.from,
  });
  engine.tick(0, window, 0);
  const progress = tenths('filling the ledger');
  const type = 'MARKET';
  for (let made = 0; engine.ledger.length < transactions; made++) {
    const units = made % 2 === 0 ? '100' : '-100';
    engine.accept(id, { type: 'CreateOrder', order: { type, instrument: instrument.name, units } });
    engine.advanceTo(instant(engine.now + (made % 100 === 0 ? MICROS_PER_SECOND / 100 : 0)));
    if (transactions > SMALL) progress(engine.ledger.length, transactions);
  }
  return engine;
}

function cellOf(engine: Engine) {
  return engine.account(accountID(0));
}

/** The trade opened `index` round trips after the middle: ids 4, 8, 12 ... after two of funding. */
function tradeID(lastID: number, index: number): number {
  return ((lastID >> 3) + index) * 4;
}

function pageOf<Item>(item: (index: number) => Item): Item[] {
  return Array.from({ length: PAGE }, (_, index) => item(index));
}
