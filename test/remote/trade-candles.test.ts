import { describe, expect, it } from 'vitest';
import { startServer } from '../../src/broker/api/server.js';
import { runBacktest } from '../../src/core/run/backtest.js';
import type { Scenario } from '../../src/core/run/scenario.js';
import type { Strategy, StrategyContext } from '../../src/core/strategy/strategy.js';
import { ledgerHash } from '../../src/data/record/ledger-file.js';
import { trade } from '../../src/live/remote/remote-strategy.js';
import { V20Client } from '../../src/live/remote/wire/v20-client.js';
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
    onCandle(context, { points }) {
      trace.push(JSON.stringify(points));
      decide(context);
    },
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
  return { result, trace: expected };
}

describe('candles over HTTP with the clock in hand', () => {
  const names = { EUR_USD: { H1: 0, M1: 0 } };

  it('are those of the backtest, from history on', async () => {
    const scenario = scenarioOf('2024-03-06T09:07:30Z', '2024-03-06T11:00:00Z');
    const { trace, result } = await expectSame(scenario, told => asker(told, names));
    expect(result.ledger.filter(({ type }) => type === 'ORDER_FILL').length).toBeGreaterThan(5);
    expect(JSON.parse(trace[0] ?? '')[1]).toBe(20);
  });

  it.each<[string, Strategy]>([
    ['candles only', {}],
    ['transactions too', { onTransaction: () => undefined }],
    ['ticks too', { onTick: () => undefined }],
  ])('a strategy of %s begins where it begins in the backtest', async (_, more) => {
    const scenario = scenarioOf('2024-03-05T11:55:00Z', '2024-03-05T12:05:00Z');
    const warmUp = { EUR_USD: { ...names.EUR_USD, M15: 8 }, USD_JPY: { H1: 2 } };
    const { result } = await expectSame(scenario, told => asker(told, warmUp, more));
    expect(result.delays).toMatchObject([{ began: '2024-03-05T12:00:00.000000000Z' }]);
  });

  it('one that waits for more than there are never begins', async () => {
    const scenario = scenarioOf('2024-03-05T10:00:00Z', '2024-03-05T12:00:00Z');
    const lines: string[] = [];
    const trace: string[] = [];
    await overHttp(scenario, asker(trace, { M15: 200 }), line => void lines.push(line));
    expect(trace).toEqual([]);
    const wait = (known: number) => `200 EUR_USD M15 candles, of which there are ${known}`;
    expect(lines).toEqual([
      `the strategy waits for ${wait(0)}`,
      `the strategy never began: it waits for ${wait(7)}`,
    ]);
  });
});

/** Runs it against a host that plays, until it has decided `count` times. */
async function playedUntil(
  scenario: Scenario,
  count: number,
  make: (made: string[]) => Strategy,
): Promise<string[]> {
  const server = await startServer(scenario, { ...MANUAL_SERVER, mode: 'paced', speed: 7_200 });
  const token = server.accounts[0]?.token ?? '';
  const made: string[] = [];
  const strategy = make(made);
  const done = new AbortController();
  try {
    await trade({
      client: new V20Client(server.url, token),
      accountID: OWN,
      strategy: {
        ...strategy,
        onCandle(context, candle) {
          strategy.onCandle?.(context, candle);
          if (made.length >= count) done.abort();
        },
      },
      seed: 1,
      clock: { streams: { url: server.url, token }, stepMs: 50, notify: () => undefined },
      signal: done.signal,
    });
  } finally {
    await server.close();
  }
  return made;
}

describe('candles in the host’s own time', () => {
  it('the decisions are those of the backtest, from where the strategy begins', async () => {
    const scenario = scenarioOf('2024-03-05T10:00:00Z', '2024-03-09T00:00:00Z');
    const make = (made: string[]): Strategy => ({
      candles: [{ instrument: 'EUR_USD', granularity: 'M15' }],
      warmUp: { M15: 4 },
      onCandle(context, { time }) {
        const { close, exact } = context.candles('EUR_USD', 'M15', 4);
        const isUp = (close.at(-1) ?? 0) > (close[0] ?? 0);
        made.push(`${time} ${isUp} ${exact.close}`);
        context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: isUp ? '10' : '-10' });
      },
    });
    const expected: string[] = [];
    runBacktest(scenario, { strategy: make(expected) });
    const live = await playedUntil(scenario, 6, make);
    const first = expected.indexOf(live[0] ?? '');
    expect(live.length).toBeGreaterThanOrEqual(6);
    expect(live).toEqual(expected.slice(first, first + live.length));
  });
});
