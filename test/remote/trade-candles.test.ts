import { describe, expect, it } from 'vitest';
import { startServer } from '../../src/api/server.js';
import { runBacktest } from '../../src/core/run/backtest.js';
import type { Scenario } from '../../src/core/run/scenario.js';
import type { Strategy, StrategyContext } from '../../src/core/strategy/strategy.js';
import { ledgerHash } from '../../src/record/ledger-file.js';
import { trade } from '../../src/remote/remote-strategy.js';
import { V20Client } from '../../src/remote/v20-client.js';
import { MANUAL_SERVER, overHttp } from '../support/api/over-http.js';
import { OWN, sandboxScenario } from '../support/api/sandbox-scenario.js';
import { at } from '../support/market/fixtures.js';

/** Candles that a strategy asks for and waits for: the same in a backtest and over HTTP. */

/** The sandbox, whose ticks begin at 10:00 of the fifth of March. */
function scenarioOf(from: string, to: string): Scenario {
  const strategy = { use: 'test', params: {}, accountID: OWN };
  return sandboxScenario({ from: at(from), to: at(to), strategy });
}

/** What can be read of the candles of a kind. */
function seen(context: StrategyContext, granularity: string, count: number): string {
  const told = context.candles('EUR_USD', granularity, count, { price: 'ask' });
  const { time, open, high, low, close, volume, exact } = told;
  return JSON.stringify([
    context.time,
    told.length,
    [time, open, high, low, close, volume].map(column => [...column]),
    [exact.open, exact.high, exact.low, exact.close],
  ]);
}

/** Trades on the candles that it asks for, and notes them. */
function asker(trace: string[], warmUp: Strategy['warmUp'], more: Strategy = {}): Strategy {
  const decide = (context: StrategyContext) => {
    trace.push(seen(context, 'M15', 20), seen(context, 'H1', 5), seen(context, 'M1', 3));
    const { close, length } = context.candles('EUR_USD', 'M15', 20);
    const mean = close.reduce((sum, each) => sum + each, 0) / length;
    const units = (close.at(-1) ?? 0) > mean ? '100' : '-100';
    context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units });
  };
  return {
    candles: [{ instrument: 'EUR_USD', granularity: 'M15' }],
    ...(warmUp && { warmUp }),
    onStart(context) {
      decide(context);
      context.setTimer('odd', { after: '37m' });
    },
    onCandle: decide,
    onTimer: decide,
    ...more,
  };
}

/** Runs it both ways. @returns what the backtest had. */
async function expectSame(scenario: Scenario, make: (trace: string[]) => Strategy) {
  const expected: string[] = [];
  const result = runBacktest(scenario, { strategy: make(expected) });
  expect(result.failure).toBeUndefined();
  const actual: string[] = [];
  expect(await overHttp(scenario, make(actual))).toBe(ledgerHash(result.ledger));
  expect(actual).toEqual(expected);
  return { ...result, trace: expected };
}

describe('candles over HTTP with the clock in hand', () => {
  const names = { EUR_USD: { H1: 0, M1: 0 } };

  it('are those of the backtest, from history on', async () => {
    const scenario = scenarioOf('2024-03-06T09:07:30Z', '2024-03-06T15:00:00Z');
    const { trace, ledger } = await expectSame(scenario, told => asker(told, names));
    expect(ledger.filter(({ type }) => type === 'ORDER_FILL').length).toBeGreaterThan(20);
    expect(JSON.parse(trace[0] ?? '')[1]).toBe(20);
  });

  it.each<[string, Strategy]>([
    ['candles only', {}],
    ['transactions too', { onTransaction: () => undefined }],
    ['ticks too', { onTick: () => undefined }],
  ])('a strategy of %s begins where it begins in the backtest', async (_, more) => {
    const scenario = scenarioOf('2024-03-05T10:00:00Z', '2024-03-05T13:40:00Z');
    const warmUp = { EUR_USD: { ...names.EUR_USD, M15: 6 }, USD_JPY: { H1: 2 } };
    const { delays } = await expectSame(scenario, told => asker(told, warmUp, more));
    expect(delays).toMatchObject([{ began: '2024-03-05T12:00:00.000000000Z' }]);
  });

  it('one that waits for more than there are never begins', async () => {
    const scenario = scenarioOf('2024-03-05T10:00:00Z', '2024-03-05T12:00:00Z');
    const { trace } = await expectSame(scenario, told => asker(told, { M15: 200 }));
    expect(trace).toEqual([]);
  });
});

describe('candles in the host’s own time', () => {
  it('the same decisions are made as in the backtest, once enough candles exist', async () => {
    const scenario = scenarioOf('2024-03-05T10:00:00Z', '2024-03-05T14:00:00Z');
    const decisions: string[] = [];
    const lines: string[] = [];
    const make = (made: string[]): Strategy => ({
      candles: [{ instrument: 'EUR_USD', granularity: 'M15' }],
      warmUp: { M15: 4 },
      onCandle(context, { time }) {
        const { close } = context.candles('EUR_USD', 'M15', 4);
        const isUp = (close.at(-1) ?? 0) > (close[0] ?? 0);
        made.push(`${time} ${isUp} ${[...close]}`);
        context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: isUp ? '10' : '-10' });
      },
    });
    runBacktest(scenario, { strategy: make(decisions) });
    expect(decisions).toHaveLength(12);
    const server = await startServer(scenario, { ...MANUAL_SERVER, mode: 'paced', speed: 14_400 });
    const token = server.accounts[0]?.token ?? '';
    const live: string[] = [];
    const done = new AbortController();
    const strategy = make(live);
    try {
      await trade({
        client: new V20Client(server.url, token),
        accountID: OWN,
        strategy: {
          ...strategy,
          onCandle(context, candle) {
            strategy.onCandle?.(context, candle);
            if (live.length === 11) done.abort();
          },
        },
        seed: 1,
        clock: { streams: { url: server.url, token }, stepMs: 50, notify: () => undefined },
        onWait: line => void lines.push(line),
        signal: AbortSignal.any([done.signal, AbortSignal.timeout(20_000)]),
      });
    } finally {
      await server.close();
    }
    expect(live.length).toBeGreaterThanOrEqual(11);
    expect(decisions.slice(0, 11)).toEqual(live.slice(0, 11));
    expect(lines[0]).toMatch(
      /^the strategy waits for 4 EUR_USD M15 candles, of which there are \d$/,
    );
  });
});
