import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../../../../src/data/storage/scenario/scenario-file.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';
import { at } from '../../../../support/market/fixtures.js';

const TICKS =
  'time,bid,ask\n2024-03-05T10:00:00Z,1.08505,1.08520\n2024-03-05T11:00:00Z,1.08600,1.08615\n';

/** Loads a scenario with such a `faults:`. */
function loaded(faults: string) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 't.csv'), TICKS);
  const file = join(folder, 's.yaml');
  const market = 'market: { EUR_USD: { ticks: t.csv } }';
  writeFileSync(file, `version: 1\nname: faulty\n${market}\nfaults:\n${faults}`);
  return loadScenario(file, { allowPath: [folder] });
}

describe('the faults of a scenario', () => {
  it('are rules for servers, with ids in their order', async () => {
    const { scenario } = await loaded(
      '  - { operation: createOrder, probability: 0.25, seed: 3, error: { status: 503 } }\n  - { lag: 300ms }\n',
    );
    expect(scenario.faults?.map(({ id }) => id)).toEqual(['f1', 'f2']);
    expect(scenario.faults?.[1]).toEqual({ id: 'f2', lag: '300ms' });
  });

  it('of the market change its ticks and halts for every kind of run', async () => {
    const { scenario } = await loaded(
      '  - { from: 2024-03-05T10:30:00Z, market: { instrument: EUR_USD, gap: -50, halt: ASK } }\n',
    );
    const [entry] = scenario.market;
    expect(entry?.ticks?.windows.flatMap(each => [...each.columns().bid])).toEqual([
      108505, 108550,
    ]);
    expect(entry?.halts).toMatchObject([{ side: 'ASK', mode: 'HALTED', to: scenario.to }]);
    expect(scenario.faults).toEqual([]);
  });

  it('of a quiet market leave out its ticks', async () => {
    const windows = async (from: string) => {
      const { scenario } = await loaded(
        `  - { from: ${from}, market: { instrument: EUR_USD, quiet: true } }\n`,
      );
      return scenario.market[0]?.ticks?.windows.map(({ length }) => length);
    };
    expect(await windows('2024-03-05T10:30:00Z')).toEqual([1]);
    expect(await windows('2024-03-05T09:30:00Z')).toEqual([]);
  });

  it('of the market come back each week of the window', async () => {
    const weekly = 'weekly: { from: "Tuesday 05:30", to: "Tuesday 06:30" }';
    const { scenario } = await loaded(
      `  - { ${weekly}, market: { instrument: EUR_USD, halt: ALL, gap: -50 } }\n`,
    );
    const [entry] = scenario.market;
    expect(entry?.ticks?.windows.flatMap(each => [...each.columns().bid])).toEqual([
      108505, 108550,
    ]);
    expect(entry?.halts).toEqual([
      { side: 'ALL', mode: 'HALTED', from: at('2024-03-05T10:30:00Z'), to: scenario.to },
    ]);
  });

  it.each([
    [
      '  - { error: { status: 42 } }\n',
      's.yaml:5:24: faults[0].error.status: must be a whole number from 400 to 599',
    ],
    [
      '  - { lag: 1s }\n  - { oops: 1 }\n',
      'faults[1].oops: is unknown; the fields are id, operation',
    ],
    [
      '  - { market: { instrument: EUR_JPY, gap: 1 } }\n',
      'faults[0].market.instrument: must be one of EUR_USD',
    ],
    ['  - 7\n', 'faults[0]: must be a map'],
  ])('in %j are refused with their place and the valid forms', async (faults, message) => {
    await expect(loaded(faults)).rejects.toThrow(message);
  });

  it('in a scenario without any leave the market as it is', async () => {
    const { scenario } = await loaded('  []\n');
    expect(scenario).not.toHaveProperty('faults');
    expect(scenario.market[0]?.halts).toEqual([]);
  });
});
