import { describe, expect, it } from 'vitest';
import { DEFAULT_ALIGNMENT } from '../../../../../src/core/candle/alignment.js';
import type { CandlePrice } from '../../../../../src/core/candle/candle-columns.js';
import { CANDLE_PRICES, CANDLES_MAX } from '../../../../../src/core/candle/candle-columns.js';
import type { Granularity } from '../../../../../src/core/candle/granularity.js';
import { formatCandle, queryCandles } from '../../../../../src/core/candle/query.js';
import type { CandleSeries } from '../../../../../src/core/candle/series.js';
import type { Engine } from '../../../../../src/core/engine/engine.js';
import { runBacktest } from '../../../../../src/core/run/backtest.js';
import type { Scenario } from '../../../../../src/core/run/scenario.js';
import { EngineCandles } from '../../../../../src/core/strategy/candles/engine-candles.js';
import type {
  Strategy,
  StrategyCandles,
  StrategyContext,
} from '../../../../../src/core/strategy/strategy.js';
import { mustParse } from '../../../../../src/core/time/instant.js';
import { OWN, sandboxScenario } from '../../../../support/api/sandbox-scenario.js';
import { at } from '../../../../support/market/fixtures.js';

const STRATEGY = { use: 'test', params: {}, accountID: OWN };
const NOON = at('2024-03-06T12:00:30Z');

/** The sandbox from its second day on, with the first as history. */
function scenario(overrides: Partial<Scenario> = {}): Scenario {
  return sandboxScenario({
    from: NOON,
    to: at('2024-03-06T20:00:00Z'),
    strategy: STRATEGY,
    ...overrides,
  });
}

/** Runs it; a fault of the strategy fails the test. */
function run(strategy: Strategy, overrides: Partial<Scenario> = {}) {
  const result = runBacktest(scenario(overrides), { strategy });
  expect(result.failure).toBeUndefined();
  return result;
}

/** What the API answers for the same candles. */
function wire(engine: Engine, granularity: Granularity, count: number) {
  const series = engine.state.candles[0] as CandleSeries;
  const request = { granularity, alignment: DEFAULT_ALIGNMENT, includeFirst: true, smooth: false };
  return queryCandles(series, { ...request, count: count + 1 }, engine.now)
    .filter(({ complete }) => complete)
    .slice(-count)
    .map(each => formatCandle(each, 'MBA', 5));
}

/** Compares a table with candles of the API: numbers, texts, times and volumes. */
function expectSame(told: StrategyCandles, price: CandlePrice, expected: ReturnType<typeof wire>) {
  const texts = (key: 'o' | 'h' | 'l' | 'c') => expected.map(each => each[price]?.[key] ?? '');
  expect([...told.time]).toEqual(expected.map(({ time }) => mustParse(time)));
  expect([...told.volume]).toEqual(expected.map(({ volume }) => volume));
  for (const [part, key] of [
    ['open', 'o'],
    ['high', 'h'],
    ['low', 'l'],
    ['close', 'c'],
  ] as const) {
    expect(told.exact[part]).toEqual(texts(key));
    expect([...told[part]]).toEqual(texts(key).map(Number));
  }
}

const KINDS = ['S5', 'M1', 'M15', 'H1', 'H4', 'D', 'W', 'M'] as const;
const needs = KINDS.map(granularity => ({ instrument: 'EUR_USD', granularity, count: 0 }));

describe('candles that a strategy asks for', () => {
  it.each(KINDS)('%s are those of the API, whatever was asked before', granularity => {
    const { engine } = runBacktest(
      scenario({ strategy: STRATEGY, to: at('2024-03-06T12:10:00Z') }),
    );
    const candles = new EngineCandles(engine, needs);
    for (const [minutes, count] of [
      [1, 2],
      [1, 3],
      [40, 7],
      [1, 200],
      [200, 1],
      [1, 900],
    ] as const) {
      engine.advanceTo((engine.now + minutes * 60_000_000) as never);
      for (const price of CANDLE_PRICES) {
        const told = candles.last('EUR_USD', granularity, count, { price });
        expectSame(told, price, wire(engine, granularity, count));
      }
    }
  });

  it('at each candle are the last ones, the one just told among them, history first', () => {
    let calls = 0;
    run({
      candles: [{ instrument: 'EUR_USD', granularity: 'M5' }],
      onCandle(context, candle) {
        calls += 1;
        const { time, close, exact, length } = context.candles('EUR_USD', 'M5', 200);
        expect(length).toBe(200);
        expect([time.at(-1), exact.close.at(-1)]).toEqual([mustParse(candle.time), candle.mid?.c]);
        expect(close.at(-1)).toBe(Number(candle.mid?.c));
      },
    });
    expect(calls).toBeGreaterThan(80);
  });

  it('are as many as there are, and none before the first tick', () => {
    const lengths: number[] = [];
    const first = at('2024-03-05T10:00:00Z');
    run(
      {
        warmUp: { EUR_USD: { H1: 0 } },
        onStart: context => {
          lengths.push(context.candles('EUR_USD', 'H1', 200).length);
          context.setTimer('later', { after: '3h' });
        },
        onTimer: context => void lengths.push(context.candles('EUR_USD', 'H1', 200).length),
      },
      { from: first, to: at('2024-03-05T14:00:00Z') },
    );
    expect(lengths).toEqual([0, 3]);
  });

  it('stay as they were, and belong to their reader', () => {
    const kept: StrategyCandles[] = [];
    run({
      candles: [{ instrument: 'EUR_USD', granularity: 'M1' }],
      onCandle(context) {
        const told = context.candles('EUR_USD', 'M1', 30);
        kept.push(told);
        if (kept.length === 1) told.close.fill(0);
      },
    });
    const [first, second, third] = kept as [StrategyCandles, StrategyCandles, StrategyCandles];
    expect([...first.close]).toEqual(Array(30).fill(0));
    expect(second.close.slice(0, -1)).toEqual(
      Float64Array.from(first.exact.close.slice(1), Number),
    );
    expect(third.time.slice(0, -1)).toEqual(second.time.slice(1));
  });

  it.each<[string, (context: StrategyContext) => unknown]>([
    [
      'candles of EUR_USD H1: the strategy must name them, in candles or as in warmUp: { EUR_USD: { H1: 200 } }',
      context => context.candles('EUR_USD', 'H1', 1),
    ],
    ['candles of EUR_USD H7: must be one of S5, ', context => context.candles('EUR_USD', 'H7', 1)],
    ['unknown instrument EURUSD', context => context.candles('EURUSD', 'M1', 1)],
    ['the count must be 1 to 5000, was 0', context => context.candles('EUR_USD', 'M1', 0)],
    [`was ${CANDLES_MAX + 1}`, context => context.candles('EUR_USD', 'M1', CANDLES_MAX + 1)],
    ['was 1.5', context => context.candles('EUR_USD', 'M1', 1.5)],
    [
      'price must be bid, mid or ask, was M',
      context => context.candles('EUR_USD', 'M1', 1, { price: 'M' as never }),
    ],
  ])('are refused: %s', (words, ask) => {
    const { failure } = runBacktest(scenario(), {
      strategy: { warmUp: { EUR_USD: { M1: 0 } }, onStart: context => void ask(context) },
    });
    expect(failure?.message).toContain(words);
  });
});
