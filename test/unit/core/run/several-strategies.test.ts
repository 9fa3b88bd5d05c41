import { describe, expect, it } from 'vitest';
import { IDEAL_EXECUTION } from '../../../../src/core/engine/state/execution-model.js';
import { runBacktest } from '../../../../src/core/run/backtest.js';
import type { Scenario, StrategyChoice } from '../../../../src/core/run/scenario.js';
import type { Strategy } from '../../../../src/core/strategy/strategy.js';
import { FOREIGN, OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { account, at } from '../../../support/market/fixtures.js';

/** Several strategies in one run, one an account. */

const choice = (accountID: string, draws?: string): StrategyChoice => {
  return { use: 'test', params: {}, accountID, ...(draws !== undefined && { draws }) };
};

function scenario(overrides: Partial<Scenario> = {}): Scenario {
  return sandboxScenario({
    to: at('2024-03-05T16:00:00Z'),
    accounts: [account({ id: OWN }), account({ id: FOREIGN })],
    strategy: choice(OWN),
    others: [choice(FOREIGN, FOREIGN)],
    ...overrides,
  });
}

/** Draws and trades at its timers and candles, and notes what it is told. */
function drawer(heard: string[], granularity: string, minutes: number): Strategy {
  return {
    candles: [{ instrument: 'EUR_USD', granularity }],
    onStart: context => context.setTimer('again', { after: `${minutes}m` }),
    onTimer(context, { name }) {
      const units = String(context.random.nextInt(1, 100));
      heard.push(`${context.accountID} ${name} ${context.time} ${units}`);
      context.setTimer(name, { after: `${minutes}m` });
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units });
    },
    onCandle: (context, candle) =>
      void heard.push(`${context.accountID} ${candle.granularity} ${candle.time}`),
    onTransaction: (_, { accountID, type }) => void heard.push(`${accountID} ${type}`),
  };
}

/** What an account was told and wrote; ids of requests count over all accounts. */
function partOf(heard: readonly string[], ledger: readonly object[], id: string) {
  const own = ledger.filter(each => (each as { accountID: string }).accountID === id);
  return {
    heard: heard.filter(each => each.startsWith(id)),
    written: own.map(each => ({ ...each, requestID: '' })),
  };
}

describe('several strategies', () => {
  it('each get their own candles, timers and transactions, as when they run alone', () => {
    const both: string[] = [];
    const others = new Map([[FOREIGN, drawer(both, 'M30', 11)]]);
    const { ledger } = runBacktest(scenario(), { strategy: drawer(both, 'M15', 7), others });
    const alone: string[] = [];
    const first = runBacktest(scenario({ others: [] }), { strategy: drawer(alone, 'M15', 7) });
    expect(partOf(both, ledger, OWN)).toEqual(partOf(alone, first.ledger, OWN));
    expect(partOf(both, ledger, OWN).heard.length).toBeGreaterThan(100);
    const second: string[] = [];
    const other = scenario({ strategy: choice(FOREIGN, FOREIGN), others: [] });
    const single = runBacktest(other, { strategy: drawer(second, 'M30', 11) });
    expect(partOf(both, ledger, FOREIGN)).toEqual(partOf(second, single.ledger, FOREIGN));
  });

  it('have the same ledgers in whatever order they are named', () => {
    const run = (ids: readonly [string, string]) => {
      const heard: string[] = [];
      const strategies = ids.map(() => drawer(heard, 'M15', 5));
      const [strategy, other] = strategies as [Strategy, Strategy];
      const [one, two] = ids;
      const { ledger } = runBacktest(
        scenario({
          accounts: ids.map(id => account({ id })),
          strategy: choice(one, one),
          others: [choice(two, two)],
        }),
        { strategy, others: new Map([[two, other]]) },
      );
      return ids.toSorted().map(id => partOf(heard, ledger, id));
    };
    const [first] = run([OWN, FOREIGN]);
    expect(run([OWN, FOREIGN])).toEqual(run([FOREIGN, OWN]));
    expect(first?.written.length).toBeGreaterThan(100);
  });

  it('draw numbers of their own', () => {
    const drawn = new Map<string, number>();
    const draw: Strategy = {
      onStart: ({ accountID, random }) => void drawn.set(accountID, random.nextInt(0, 1e9)),
    };
    runBacktest(scenario(), { strategy: draw, others: new Map([[FOREIGN, draw]]) });
    expect(drawn.size).toBe(2);
    expect(drawn.get(OWN)).not.toBe(drawn.get(FOREIGN));
  });

  it('let ticks be passed for one, while another gets each', () => {
    const model = { ...IDEAL_EXECUTION, latency: { minMicros: 5, maxMicros: 900_000 } };
    const run = (replay?: 'every-tick') => {
      const heard: string[] = [];
      const ticks: Strategy = { onTick: (_, { time }) => void heard.push(time) };
      const others = new Map([[FOREIGN, ticks]]);
      const strategy = drawer(heard, 'M15', 7);
      const options = { strategy, others, ...(replay && { replay }) };
      return [heard, runBacktest(scenario({ execution: model }), options).ledger];
    };
    expect(run()).toEqual(run('every-tick'));
  });

  it('one that fails ends the run, and the failure names its account', () => {
    const fail: Strategy = {
      onStart: () => {
        throw new Error('no');
      },
    };
    const { failure } = runBacktest(scenario(), {
      strategy: {},
      others: new Map([[FOREIGN, fail]]),
    });
    expect([failure?.accountID, failure?.message]).toEqual([
      FOREIGN,
      'onStart at 2024-03-05T10:00:00.000000000Z: no',
    ]);
  });
});
