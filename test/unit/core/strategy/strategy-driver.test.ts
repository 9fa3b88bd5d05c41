import { describe, expect, it } from 'vitest';
import { runBacktest } from '../../../../src/core/run/backtest.js';
import type { Strategy } from '../../../../src/core/strategy/strategy.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { at } from '../../../support/market/fixtures.js';

/** Two hours of the sandbox with a strategy on its first account. */
function run(strategy: Strategy) {
  const scenario = sandboxScenario({
    to: at('2024-03-05T12:00:30Z'),
    strategy: { use: 'test', params: {}, accountID: OWN },
  });
  return runBacktest(scenario, { strategy });
}

describe('the candles of an instant', () => {
  it('are told together after each of them, in the order of the request', () => {
    const heard: string[] = [];
    run({
      candles: [
        { instrument: 'GBP_USD', granularity: 'M30' },
        { instrument: 'EUR_USD', granularity: 'H1' },
      ],
      onCandle: ({ time }, { instrument }) =>
        void heard.push(`${time.slice(11, 16)} ${instrument}`),
      onCandles({ time }, candles) {
        const names = candles.map(({ instrument, granularity }) => `${instrument} ${granularity}`);
        heard.push(`${time.slice(11, 16)} all: ${names.join(', ')}`);
      },
    });
    expect(heard).toEqual([
      '10:30 GBP_USD',
      '10:30 all: GBP_USD M30',
      '11:00 GBP_USD',
      '11:00 EUR_USD',
      '11:00 all: GBP_USD M30, EUR_USD H1',
      '11:30 GBP_USD',
      '11:30 all: GBP_USD M30',
      '12:00 GBP_USD',
      '12:00 EUR_USD',
      '12:00 all: GBP_USD M30, EUR_USD H1',
    ]);
  });
});

describe('a strategy that cannot be read', () => {
  it('is refused before the run, with the words of its error', () => {
    const strategy: Strategy = {
      get candles(): never {
        throw new RangeError('no candles today');
      },
    };
    expect(() => run(strategy)).toThrow('cannot be read: RangeError: no candles today');
  });

  it('is refused with its own rule where the rule is the error', () => {
    const strategy: Strategy = { candles: [{ instrument: 'EUR_ZZZ', granularity: 'H1' }] };
    expect(() => run(strategy)).toThrow(
      "candles of EUR_ZZZ: the scenario's market does not have it",
    );
  });
});
