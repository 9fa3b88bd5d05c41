import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runScenario } from '../../../../src/broker/runtime/run-scenario.js';
import { delayLines } from '../../../../src/cli/output/delays.js';
import { mainFigures } from '../../../../src/cli/output/figure-table.js';
import { InputError } from '../../../../src/core/base/input-error.js';
import {
  loadScenario,
  loadStrategyPart,
} from '../../../../src/data/storage/scenario/scenario-file.js';
import { JobRunner } from '../../../../src/study/engines/job-runner.js';
import { strategyScenario } from '../../../support/files/strategy-scenario.js';

/** A scenario file with strategies of its accounts, from the file to the results. */

const FIRST = '101-001-1000001-001';
const SECOND = '101-001-1000001-002';
const MODULE = `
export const parameters = {
  units: { type: 'integer', default: 1, describe: 'size' },
  wait: { type: 'integer', default: 0, describe: 'candles to wait for' },
};
export function strategy({ units, wait }) {
  return {
    candles: [{ instrument: 'EUR_USD', granularity: 'H1' }],
    warmUp: { H1: wait },
    onCandle(context) {
      context.createOrder({ type: 'MARKET', instrument: 'EUR_USD', units: String(units) });
    },
  };
}
`;

let plain: string;

beforeAll(async () => {
  plain = await strategyScenario(MODULE);
});

/** The scenario with these accounts, and this of its own. */
function scenarioFile(accounts: string, own = ''): string {
  const text = readFileSync(plain, 'utf8');
  const head = text.slice(0, text.indexOf('accounts:'));
  const file = join(dirname(plain), 'several.yaml');
  writeFileSync(file, `${head}accounts:\n${accounts}\n${own}`);
  return file;
}

const account = (params: string) => `  - { strategy: { use: ./strategy.ts, params: ${params} } }`;
const TWO = [account('{ units: 10 }'), account('{ units: 20, wait: 5 }')].join('\n');

describe('strategies of accounts', () => {
  it('run together, each on its account, with its parameters and its wait', async () => {
    const run = await runScenario(scenarioFile(TWO));
    const units = (id: string) =>
      run.result.ledger.flatMap(each =>
        each.type === 'MARKET_ORDER' && each.accountID === id ? [each.units] : [],
      );
    expect(new Set(units(FIRST))).toEqual(new Set(['10']));
    expect(new Set(units(SECOND))).toEqual(new Set(['20']));
    expect(units(FIRST)).toHaveLength(units(SECOND).length + 4);
    expect(mainFigures(run).map(({ head }) => head[1])).toEqual([FIRST, SECOND]);
    const began = 'began at 2024-03-05T15:00:00.000000000Z, when it had the candles';
    expect(delayLines(run).map(line => line.slice(0, 100))).toEqual([
      `the strategy of ${SECOND} ${began} that it waits for`.slice(0, 100),
    ]);
  });

  it('stand beside the strategy of the scenario, whose draws are its own', async () => {
    const own = `strategy: { use: ./strategy.ts, account: ${SECOND} }\n`;
    const accounts = [account('{ units: 10 }'), '  - {}'].join('\n');
    const { scenario, strategies } = await loadScenario(scenarioFile(accounts, own));
    expect(strategies.map(({ choice }) => [choice.accountID, choice.draws])).toEqual([
      [SECOND, undefined],
      [FIRST, FIRST],
    ]);
    expect(scenario.strategy?.accountID).toBe(SECOND);
    expect(scenario.accounts[0]).not.toHaveProperty('strategy');
    const part = await loadStrategyPart(scenarioFile(accounts, own));
    expect(part.scenario.others).toEqual(scenario.others);
  });

  it.each([
    [
      TWO,
      'strategy: { use: ./strategy.ts }\n',
      'accounts.0.strategy: must not be given: the strategy of the scenario has this account',
    ],
    [account('{ unit: 10 }'), '', 'accounts.0.strategy.params.unit: unknown parameter'],
    [account('{ wait: 5001 }'), '', 'accounts.0.strategy: warmUp of EUR_USD H1: must be 0 to 5000'],
    [
      '  - { strategy: { use: ./none.ts } }',
      '',
      'accounts.0.strategy.use: no such file: ./none.ts',
    ],
  ])('%s is refused', async (accounts, own, words) => {
    const failed = runScenario(scenarioFile(accounts, own));
    await expect(failed).rejects.toBeInstanceOf(InputError);
    await expect(failed).rejects.toThrow(words.replace('accounts.0', 'accounts[0]'));
  });
});

describe('a study of several strategies', () => {
  const job = {
    index: 0,
    from: Date.UTC(2024, 2, 5, 10) * 1_000,
    to: Date.UTC(2024, 2, 6) * 1_000,
  };
  const setup = { figures: ['fills'], allowPath: [], ticks: [] };

  it('varies the first one by name, and another by its account', async () => {
    const scenarioPath = scenarioFile(TWO);
    const parameters = ['wait', `${SECOND}.wait`];
    const runner = await JobRunner.load({ ...setup, scenarioPath, parameters });
    const trades = [
      [0, 0],
      [4, 0],
      [0, 4],
    ].map(values => runner.run({ ...job, values }).figures);
    const [all, later, other] = trades.map(figures => JSON.stringify(figures));
    expect(other).toBe(all);
    expect(later).not.toBe(all);
  });

  it('says which run never began', async () => {
    const runner = await JobRunner.load({
      ...setup,
      scenarioPath: scenarioFile(TWO),
      parameters: [`${SECOND}.wait`],
    });
    expect(runner.run({ ...job, values: [500] })).toEqual({
      index: 0,
      error: 'never began: it waits for 500 EUR_USD H1 candles, of which there are 13',
    });
  });
});
