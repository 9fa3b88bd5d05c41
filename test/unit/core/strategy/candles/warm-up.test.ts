import { describe, expect, it } from 'vitest';
import { runBacktest } from '../../../../../src/core/run/backtest.js';
import type { Strategy } from '../../../../../src/core/strategy/strategy.js';
import { ledgerHash } from '../../../../../src/data/record/ledger-file.js';
import { OWN, sandboxScenario } from '../../../../support/api/sandbox-scenario.js';
import { at } from '../../../../support/market/fixtures.js';

const FROM = at('2024-03-05T10:00:00Z');

/** The sandbox, whose ticks begin at 10:00 of the fifth. */
function run(strategy: Strategy, from = FROM, to = at('2024-03-06T00:00:00Z')) {
  const choice = { use: 'test', params: {}, accountID: OWN };
  return runBacktest(sandboxScenario({ from, to, strategy: choice }), { strategy });
}

/** Writes down its hooks with their times. */
function witness(heard: string[], more: Strategy): Strategy {
  const note = (hook: string) => (context: { readonly time: string }) => {
    heard.push(`${hook} ${context.time.slice(11, 19)}`);
  };
  return {
    onStart(context) {
      note('start')(context);
      context.setTimer('soon', { after: '1s' });
    },
    onTimer: note('timer'),
    onTick: note('tick'),
    onCandle: note('candle'),
    onTransaction: note('transaction'),
    onStop: note('stop'),
    ...more,
  };
}

const M15 = [{ instrument: 'EUR_USD', granularity: 'M15' }];

describe('a strategy that waits for candles', () => {
  it('begins when the last of them is complete, and gets it then', () => {
    const heard: string[] = [];
    const { delays } = run(witness(heard, { candles: M15, warmUp: { M15: 8 } }));
    expect(heard.slice(0, 3)).toEqual(['start 12:00:00', 'candle 12:00:00', 'timer 12:00:01']);
    expect(delays).toEqual([{ accountID: OWN, began: '2024-03-05T12:00:00.000000000Z', gaps: [] }]);
  });

  it('begins before it gets another candle of that instant', () => {
    const heard: string[] = [];
    const candles = [{ instrument: 'GBP_USD', granularity: 'M5' }];
    run(witness(heard, { candles, warmUp: { EUR_USD: { H1: 2 }, GBP_USD: { M15: 1 } } }));
    expect(heard.slice(0, 2)).toEqual(['start 12:00:00', 'candle 12:00:00']);
  });

  it('waits for the candles of every instrument that it names', () => {
    const heard: string[] = [];
    const candles = ['EUR_USD', 'USD_JPY'].map(instrument => ({ instrument, granularity: 'H1' }));
    const counts: number[] = [];
    run(
      witness(heard, {
        candles,
        warmUp: { H1: 3 },
        onStart: context =>
          void counts.push(
            ...candles.map(each => context.candles(each.instrument, 'H1', 9).length),
          ),
      }),
    );
    expect(counts).toEqual([3, 3]);
    expect(heard[0]).toBe('candle 13:00:00');
  });

  it('begins at the start when history has them, as if it waited for none', () => {
    const from = at('2024-03-06T10:00:00Z');
    const to = at('2024-03-06T14:00:00Z');
    const trader = (warmUp: object): Strategy => ({
      candles: M15,
      warmUp: warmUp as never,
      onCandle(context) {
        context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: '10' });
      },
    });
    const [warm, cold] = [{ M15: 60 }, {}].map(warmUp => run(trader(warmUp), from, to));
    expect(warm?.delays).toEqual([]);
    expect(ledgerHash(warm?.ledger ?? [])).toBe(ledgerHash(cold?.ledger ?? []));
    expect(warm?.ledger.length).toBeGreaterThan(20);
  });

  it('that never come is called by no hook, and the result says what it had', () => {
    const heard: string[] = [];
    const { delays } = run(witness(heard, { candles: M15, warmUp: { M15: 200 } }));
    expect(heard).toEqual([]);
    const gap = { instrument: 'EUR_USD', granularity: 'M15', needed: 200, known: 55 };
    expect(delays).toEqual([{ accountID: OWN, gaps: [gap] }]);
  });

  it.each<[string, Strategy]>([
    ['warmUp: must be a map such as { M15: 200 }, was 200', { candles: M15, warmUp: 200 as never }],
    ['warmUp: must be one of S5', { candles: M15, warmUp: { M7: 1 } }],
    [
      'warmUp of EUR_USD M15: must be 0 to 5000 candles, was 5001',
      { candles: M15, warmUp: { M15: 5_001 } },
    ],
    [
      'without candles it must name instruments, as in warmUp: { EUR_USD: { M15: 200 } }',
      { warmUp: { M15: 1 } },
    ],
    [
      "candles of EUR_NOK: the scenario's market does not have it",
      { warmUp: { EUR_NOK: { M15: 0 } } },
    ],
  ])('is refused: %s', (words, strategy) => {
    expect(() => run(strategy)).toThrow(words);
  });
});
