import { expect, it } from 'vitest';
import { ScenarioShelf } from '../../../../../src/broker/runtime/scenario-shelf.js';
import { SharedScenarios } from '../../../../../src/broker/store/parked/shared-scenarios.js';
import { EMPTY_MARKET } from '../../../../support/api/control.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

it('a scenario is loaded once, and again when sixteen others were used since', async () => {
  const scenarios = new SharedScenarios(new ScenarioShelf(temporaryFolder()));
  const load = async (seed: number) =>
    (await scenarios.load({ scenario: EMPTY_MARKET, seed })).loaded;
  const first = await load(0);
  for (let seed = 1; seed < 16; seed++) await load(seed);
  expect(await load(0)).toBe(first);
  for (let seed = 1; seed < 17; seed++) await load(seed);
  expect(await load(0)).not.toBe(first);
});

it('a scenario that was refused is loaded again', async () => {
  const scenarios = new SharedScenarios(new ScenarioShelf(temporaryFolder()));
  const source = { scenario: 'nowhere.yaml' };
  await expect(scenarios.load(source)).rejects.toThrow('no scenario of that name');
  await expect(scenarios.load(source)).rejects.toThrow('no scenario of that name');
});
