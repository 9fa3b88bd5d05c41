import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Overrides } from '../../../../../../src/data/storage/scenario/given/overrides.js';
import { loadScenario } from '../../../../../../src/data/storage/scenario/scenario-file.js';
import { ROOT } from '../../../../../support/files/paths.js';
import { temporaryFile } from '../../../../../support/files/temporary.js';

const FILE = join(ROOT, 'scenarios/sma-cross.yaml');

const load = (overrides: Overrides, file = FILE) => loadScenario(file, { overrides });

describe('values that replace those of a scenario', () => {
  it('are read as the file’s own would be: numbers, switches and texts', async () => {
    const params = { fast: '5', slow: '"50"', isLong: 'true', instrument: 'GBP_USD' };
    const { scenario, overrides } = await load({ params, balance: '250.50' });
    expect(scenario.strategy?.params).toMatchObject({
      fast: 5,
      slow: '50',
      isLong: true,
      instrument: 'GBP_USD',
    });
    expect(scenario.accounts[0]?.balance).toBe('250.50');
    expect(overrides).toEqual({ params, balance: '250.50' });
  });

  it('leave the rest of the file as it is', async () => {
    const [own, changed] = [await loadScenario(FILE), await load({ balance: '250' })];
    expect(own.overrides).toBeUndefined();
    expect(changed.scenario.accounts).toEqual([{ ...own.scenario.accounts[0], balance: '250' }]);
    expect(changed.scenario.strategy).toEqual(own.scenario.strategy);
    expect([changed.scenario.from, changed.scenario.to]).toEqual([
      own.scenario.from,
      own.scenario.to,
    ]);
  });

  it('say when clients see that a candle is complete, whatever the file says', async () => {
    const { scenario } = await load({ candleDelay: 'next-price' });
    expect(scenario.execution.candleDelay).toBe('next-price');
    const text = `version: 1
name: late
window: { from: 2024-03-05T10:00:00Z, to: 2024-03-05T11:00:00Z }
market: { EUR_USD: {} }
execution: { candleDelay: next-price, slippage: 3 }
`;
    const late = await loadScenario(temporaryFile('late.yaml', text), {
      overrides: { candleDelay: { min: '1s', max: '45s' } },
      mayBeTickless: true,
    });
    expect(late.scenario.execution).toMatchObject({
      candleDelay: { min: 1_000_000, max: 45_000_000 },
      slippage: { minPoints: 3 },
    });
    await expect(load({ candleDelay: 'soon' })).rejects.toThrow(
      /execution.candleDelay: must be next-price, .*, was "soon"/,
    );
  });

  it('replace the balance of the account that the strategy trades', async () => {
    const accounts = `accounts:
  - { id: 101-001-1-001, balance: "10" }
  - { id: 101-001-1-002, balance: "20" }
`;
    const text = `version: 1
name: two
window: { from: 2024-03-05T10:00:00Z, to: 2024-03-05T11:00:00Z }
market: { EUR_USD: {} }
${accounts}strategy: { use: ./two.yaml, account: 101-001-1-002 }
`;
    const file = temporaryFile('two.yaml', text);
    const { scenario } = await loadScenario(file, {
      overrides: { balance: '30' },
      mayBeTickless: true,
    });
    expect(scenario.accounts.map(({ balance }) => balance)).toEqual(['10', '30']);
  });

  it.each([
    ['accounts: [{ id: 101-001-1-001 }, {}]\nstrategy: { use: ./two.yaml }', 0],
    ['accounts: [{}, {}]\nstrategy: { use: ./two.yaml, account: 101-001-1000001-002 }', 1],
    ['accounts: [{}, { strategy: { use: ./two.yaml } }, { strategy: { use: ./two.yaml } }]', 1],
  ])('concern the first strategy and its account: %s', async (named, place) => {
    const text = `version: 1
name: two
window: { from: 2024-03-05T10:00:00Z, to: 2024-03-05T11:00:00Z }
market: { EUR_USD: {} }
${named}
`;
    const { scenario } = await loadScenario(temporaryFile('two.yaml', text), {
      overrides: { balance: '30', params: { fast: '5' } },
      mayBeTickless: true,
    });
    const balances = scenario.accounts.map(({ balance }) => balance);
    expect(balances.indexOf('30')).toBe(place);
    expect(scenario.strategy?.params).toEqual({ fast: 5 });
  });

  it('switch off what the file expects, at the end and before', async () => {
    const file = join(ROOT, 'scenarios/limit-order.yaml');
    const own = await loadScenario(file);
    const { scenario } = await load({ balance: '500' }, file);
    expect(own.scenario.expect.ledger).toBeDefined();
    expect(scenario.expect).toEqual({ accounts: new Map(), transactions: new Map() });
    expect(scenario.timeline.filter(({ kind }) => kind === 'expect')).toEqual([]);
    const commands = own.scenario.timeline.filter(({ kind }) => kind === 'command');
    expect(scenario.timeline).toEqual(commands);
  });

  it.each<[Overrides, string]>([
    [{ balance: '-1' }, 'accounts[0].balance: must not be negative, was -1'],
    [{ balance: '1e9' }, '--balance:1:1: must be a plain decimal number, was 1e9'],
    [{ balance: 'true' }, 'accounts[0].balance: must be'],
    [{ params: { fast: '[1]' } }, 'command line: --param: must be one value, was [1]'],
    [{ params: { fast: '' } }, '--param: is empty'],
    [{ params: { fast: '*a' } }, '--param:1:1: '],
  ])('are refused when they cannot stand in the file: %j', async (overrides, message) => {
    await expect(load(overrides)).rejects.toThrow(message);
  });

  it('need a strategy when they are parameters', async () => {
    const file = join(ROOT, 'scenarios/limit-order.yaml');
    await expect(load({ params: { fast: '1' } }, file)).rejects.toThrow(
      '--param: the scenario has no strategy',
    );
  });
});
