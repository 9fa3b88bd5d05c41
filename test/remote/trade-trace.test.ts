import { describe, expect, it } from 'vitest';
import { IDEAL_EXECUTION } from '../../src/core/engine/state/execution-model.js';
import type { MarketEntry } from '../../src/core/engine/state/market-entry.js';
import { residentWindows } from '../../src/core/market/tick.js';
import type { ClientExtensions } from '../../src/core/order/order.js';
import { runBacktest } from '../../src/core/run/backtest.js';
import type { Scenario } from '../../src/core/run/scenario.js';
import type {
  Strategy,
  StrategyCandle,
  StrategyContext,
} from '../../src/core/strategy/strategy.js';
import { ledgerHash } from '../../src/data/record/ledger-file.js';
import { overHttp } from '../support/api/over-http.js';
import { OWN, sandboxScenario } from '../support/api/sandbox-scenario.js';
import { account, at, pair } from '../support/market/fixtures.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';

/** What a strategy is told, and sees when it is told, in the process and over HTTP. */

const FROM = at('2024-03-05T21:57:30Z');

/** Prices that move a little every second; the instruments tick at the same instants. */
function entry(name: string, first: number, slot: number, fall = 0): MarketEntry {
  const length = 270;
  const time = new Float64Array(length);
  const bid = new Int32Array(length);
  const ask = new Int32Array(length);
  for (let row = 0; row < length; row++) {
    // Every tenth tick comes twice, some at the same price.
    time[row] = FROM + Math.floor(row - (row % 10 === 9 ? 1 : 0)) * 1_000_000;
    bid[row] =
      first -
      fall * row +
      ((row * 7 + slot * 3) % 11) -
      ((row >> 5) % 7) -
      (row % 10 === 9 ? 7 : 0);
    ask[row] = (bid[row] as number) + 12;
  }
  const windows = residentWindows({ length, time, bid, ask });
  return { instrument: pair(name), halts: [], ticks: { instrument: name, digest: name, windows } };
}

function scenarioWith(overrides: Partial<Scenario> = {}): Scenario {
  return sandboxScenario({
    from: FROM,
    to: at('2024-03-05T22:02:00Z'),
    market: [entry('EUR_USD', 108_500, 0), entry('GBP_USD', 126_800, 1)],
    accounts: [account({ id: OWN })],
    strategy: { use: 'test', params: {}, accountID: OWN },
    ...overrides,
  });
}

/** What can be seen from a hook; values that move with prices are left out of a batch. */
function seen(context: StrategyContext, hook: string) {
  const { account: own, time } = context;
  return {
    hook,
    time,
    balance: own.balance,
    units: own.unitsOf('EUR_USD'),
    trades: [...own.openTrades()].map(
      ({ id, instrument, price, openTime, currentUnits, financing, clientExtensions }) => ({
        id,
        instrument,
        price,
        openTime,
        currentUnits,
        financing,
        clientExtensions,
      }),
    ),
    orders: [...own.pendingOrders()].map(
      ({ id, type, instrument, units, price, tradeID, clientExtensions }) => ({
        id,
        type,
        instrument,
        units,
        price,
        tradeID,
        clientExtensions,
      }),
    ),
    quotes: context.instruments.map(({ name }) => context.quote(name)),
    ...(hook === 'onTransaction' ? {} : { NAV: own.NAV, margin: own.marginUsed }),
  };
}

/** Orders at the market, with a take profit and two stops that are soon met. */
function bracket(context: StrategyContext, instrument: string, units: number): void {
  const quote = context.quote(instrument);
  const target = Number(quote?.bid) + (units > 0 ? 0.00012 : -0.00006);
  context.createOrder({
    type: 'MARKET',
    instrument,
    units: String(units),
    ...(quote === undefined ? {} : { takeProfitOnFill: { price: target.toFixed(5) } }),
    stopLossOnFill: { distance: '0.00015' },
    trailingStopLossOnFill: { distance: '0.00050' },
  });
}

/** Orders a limit under the candle, for half a minute. */
function orderUnder(context: StrategyContext, candle: StrategyCandle): void {
  const limit = (Number(candle.mid?.c) - 0.0001).toFixed(5);
  const { instrument } = candle;
  context.createOrder({
    type: 'LIMIT',
    instrument,
    units: '200',
    price: limit,
    timeInForce: 'GTD',
    gtdTime: new Date(Date.parse(context.time) + 30_000).toISOString(),
    clientExtensions: { id: `${instrument} ${candle.time}`, tag: 'grid' },
  });
}

/** Cancels the oldest order, labels the second and a trade, and closes a part of that. */
function tidyUp(context: StrategyContext, clientExtensions: ClientExtensions): void {
  const [oldest, second] = context.account.pendingOrders();
  const [trade] = context.account.openTrades();
  if (oldest !== undefined) context.submit({ type: 'CancelOrder', orderSpecifier: oldest.id });
  if (second !== undefined) {
    const orderSpecifier = second.id;
    context.submit({ type: 'SetOrderClientExtensions', orderSpecifier, clientExtensions });
  }
  if (trade === undefined) return;
  const tradeSpecifier = trade.id;
  context.submit({ type: 'SetTradeClientExtensions', tradeSpecifier, clientExtensions });
  context.submit({ type: 'CloseTrade', tradeSpecifier, units: '30' });
}

/** Closes a hundred units of the position. */
function closeSome(context: StrategyContext, instrument: string): void {
  const isLong = context.account.unitsOf(instrument) > 0;
  const units = isLong ? { longUnits: '100' } : { shortUnits: '100' };
  context.submit({ type: 'ClosePosition', instrument, ...units });
}

/** Trades on everything that it is told of, and writes down what it sees. */
function witness(trace: unknown[], hasTicks: boolean): Strategy {
  let ticks = 0;
  let fills = 0;
  const note = (context: StrategyContext, hook: string, told?: unknown) => {
    trace.push(JSON.parse(JSON.stringify([seen(context, hook), told ?? null])));
  };
  return {
    candles: [
      { instrument: 'GBP_USD', granularity: 'M1' },
      { instrument: 'EUR_USD', granularity: 'S30' },
    ],
    onStart(context) {
      note(context, 'onStart');
      context.setTimer('early', { after: '1m' });
      context.setTimer('late', { after: '1m' });
      bracket(context, 'EUR_USD', 500);
    },
    onCandle(context, candle) {
      note(context, 'onCandle', [candle.instrument, candle.time, candle.mid, candle.volume]);
      orderUnder(context, candle);
    },
    onTimer(context, timer) {
      note(context, 'onTimer', timer);
      context.setTimer(timer.name, { after: timer.name === 'early' ? '7s' : '20s' });
      bracket(context, 'GBP_USD', context.random.nextInt(0, 1) === 0 ? 300 : -300);
      tidyUp(context, { tag: timer.name, comment: timer.time });
    },
    ...(hasTicks
      ? {
          onTick(context: StrategyContext, tick: { instrument: string }) {
            note(context, 'onTick', tick);
            ticks += 1;
            if (ticks % 37 === 0) bracket(context, tick.instrument, ticks % 2 === 0 ? 100 : -400);
          },
        }
      : {}),
    onTransaction(context, transaction) {
      note(context, 'onTransaction', transaction);
      if (transaction.type !== 'ORDER_FILL') return;
      fills += 1;
      if (fills % 5 === 0) bracket(context, transaction.instrument, -100);
      if (fills % 9 === 0) closeSome(context, transaction.instrument);
    },
    // Time is the end of the window there, and that of the last event in a backtest.
    onStop: ({ account: own }) => void trace.push(['onStop', own.balance, own.NAV]),
  };
}

/** Links stops around the price at each candle, by what the context computes; it has no other hook. */
function toolUser(trace: unknown[]): Strategy {
  return {
    candles: [{ instrument: 'GBP_USD', granularity: 'S30' }],
    onCandle(context, { instrument, mid }) {
      const units = context.unitsFor({ instrument, risk: '0.05%', stopDistance: '0.00300' });
      const at = (offset: number) => context.price(instrument, Number(mid?.c) + offset);
      const { account: own } = context;
      const trades = JSON.stringify(own.openTrades());
      trace.push([units, at(0), context.session('New York'), trades, own.NAV]);
      const order = { type: 'STOP', instrument, tag: 'oco', timeInForce: 'GFD' } as const;
      trace.push(
        context.oco(
          { ...order, units, price: at(0.00013) },
          { ...order, units: `-${units}`, price: at(-0.00005) },
        ),
      );
      context.plot('close', mid?.c, { style: 'steps' });
      context.mark(`candle of ${context.time}`);
    },
  };
}

/** Buys, sells, times, closes and cancels by shortcuts, on the candles that end together; it has no other hook. */
function shortcutUser(trace: unknown[]): Strategy {
  let turn = 0;
  return {
    candles: [
      { instrument: 'GBP_USD', granularity: 'M1' },
      { instrument: 'EUR_USD', granularity: 'S30' },
      { instrument: 'GBP_USD', granularity: 'S30' },
    ],
    onStart: context => context.closeAfter('EUR_USD', '40s'),
    onCandles(context, candles) {
      turn += 1;
      trace.push(candles.map(each => [each.instrument, each.granularity, each.time, each.mid]));
      const { account: own } = context;
      trace.push([JSON.stringify(own.openTrades()), own.pendingOrders().length, own.balance]);
      context.buy('EUR_USD', 100 + turn, { tag: 'timed', stopLossOnFill: { distance: '0.00300' } });
      context.sell('GBP_USD', '50', turn % 2 === 0 ? {} : { type: 'LIMIT', price: '1.30000' });
      if (turn % 3 === 0) trace.push([context.close('GBP_USD'), context.cancelAll('GBP_USD')]);
      if (turn === 4) context.closeAfter('EUR_USD', '15s');
      if (turn === 6) trace.push([context.cancelAll(), context.flat()]);
      if (turn === 7) context.closeAfter('EUR_USD');
    },
  };
}

describe('over HTTP a strategy gets what its backtest gives it, and sees the same', () => {
  const CASES = [
    ['ticks, under latency', true, { latency: { minMicros: 1, maxMicros: 1_500_000 } }],
    [
      'transactions, under latency and refusals',
      false,
      {
        latency: { minMicros: 1_000_000, maxMicros: 1_000_000 },
        rejectMillionths: 100_000,
      },
    ],
    ['transactions', false, {}],
    ['ticks', true, {}],
  ] as const;
  it.each(IS_NIGHTLY ? CASES : CASES.slice(0, 2))('%s', async (_name, hasTicks, model) => {
    const scenario = scenarioWith({ execution: { ...IDEAL_EXECUTION, ...model } });
    const types = await expectSame(scenario, trace => witness(trace, hasTicks));
    expect(types).toEqual(
      expect.arrayContaining(['ORDER_FILL', 'ORDER_CANCEL', 'STOP_LOSS_ORDER']),
    );
  });

  it.each([
    ['at once', {}],
    ['under latency', { latency: { minMicros: 1, maxMicros: 1_500_000 } }],
  ] as const)('linked orders, sizes, sessions, prices and drawings, %s', async (_name, model) => {
    const scenario = scenarioWith({ execution: { ...IDEAL_EXECUTION, ...model } });
    const types = await expectSame(scenario, toolUser);
    expect(types).toEqual(expect.arrayContaining(['STOP_ORDER', 'ORDER_FILL', 'CLIENT_REQUEST']));
  });

  it.each([
    ['at once', {}],
    ['under latency', { latency: { minMicros: 1, maxMicros: 1_500_000 } }],
  ] as const)('shortcuts, time stops and candles that end together, %s', async (_name, model) => {
    const scenario = scenarioWith({ execution: { ...IDEAL_EXECUTION, ...model } });
    const types = await expectSame(scenario, shortcutUser);
    expect(types).toEqual(
      expect.arrayContaining(['MARKET_ORDER_TRADE_CLOSE', 'MARKET_ORDER_POSITION_CLOSEOUT']),
    );
  });

  it('a closeout, fill by fill', async () => {
    const scenario = scenarioWith({
      market: [entry('EUR_USD', 108_500, 0, 30), entry('GBP_USD', 126_800, 1, 30)],
      accounts: [account({ id: OWN, balance: '25' })],
    });
    const types = await expectSame(scenario, trace => ({
      onStart: context => context.setTimer('buy', { after: '1s' }),
      onTimer(context) {
        for (const instrument of ['EUR_USD', 'GBP_USD', 'EUR_USD']) {
          context.createOrder({ type: 'MARKET', instrument, units: '300' });
        }
      },
      onTransaction(context, transaction) {
        const { trades, units, balance } = seen(context, 'onTransaction');
        trace.push([transaction, trades, units, balance]);
        if (transaction.type !== 'ORDER_FILL' || units !== 0) return;
        context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '1' });
      },
    }));
    expect(types.filter(type => type === 'MARKET_ORDER_MARGIN_CLOSEOUT')).toHaveLength(2);
  });
});

/** Runs what `make` makes both ways. @returns types of its transactions, reasons of fills and cancels. */
async function expectSame(
  scenario: Scenario,
  make: (trace: unknown[]) => Strategy,
): Promise<string[]> {
  const plain = (trace: unknown[]) => trace.map(told => JSON.stringify(told));
  const expected: unknown[] = [];
  const { ledger, failure } = runBacktest(scenario, { strategy: make(expected) });
  expect(failure).toBeUndefined();
  const actual: unknown[] = [];
  const hash = await overHttp(scenario, make(actual));
  const [ours, theirs] = [plain(actual), plain(expected)];
  const first = theirs.findIndex((told, index) => told !== ours[index]);
  expect([first, ours[first]]).toEqual([first, theirs[first]]);
  expect(ours).toHaveLength(theirs.length);
  expect(hash).toBe(ledgerHash(ledger));
  return ledger.flatMap(each =>
    each.type === 'ORDER_FILL' || each.type === 'ORDER_CANCEL'
      ? [each.type, each.reason]
      : each.type,
  );
}
