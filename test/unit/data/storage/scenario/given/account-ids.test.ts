import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../../../../../src/data/storage/scenario/scenario-file.js';
import { temporaryFile } from '../../../../../support/files/temporary.js';

const WINDOW = 'window: { from: 2024-03-05T10:00:00Z, to: 2024-03-05T11:00:00Z }';

function load(text: string, ...accountIDs: readonly string[]) {
  const file = temporaryFile('ids.yaml', `version: 1\nname: ids\n${WINDOW}\n${text}\n`);
  return loadScenario(file, { overrides: { accountIDs }, mayBeTickless: true });
}

const TWO = `market: { EUR_USD: {} }
accounts: [{ id: 101-001-1-001 }, { id: 101-001-1-002 }]
timeline:
  - { at: 2024-03-05T10:10:00Z, account: 101-001-1-001, expect: { openTradeCount: 0 } }
  - { at: 2024-03-05T10:20:00Z, account: 101-001-1-002, expect: { openTradeCount: 0 } }
strategy: { use: ./ids.yaml, account: 101-001-1-002 }
expect:
  accounts:
    101-001-1-001: { balance: "1" }
    101-001-1-002: { balance: "2" }
  ledger: sha256:${'0'.repeat(64)}`;

describe('ids in place of those of a scenario', () => {
  it('are those of the only account of a file that lists none', async () => {
    const { scenario } = await load('market: { EUR_USD: {} }', '001-004-7-001');
    expect(scenario.accounts.map(({ id }) => id)).toEqual(['001-004-7-001']);
  });

  it.each([
    [['001-004-7-001'], ['001-004-7-001', '101-001-1-002']],
    [
      ['001-004-7-001', '001-004-7-002'],
      ['001-004-7-001', '001-004-7-002'],
    ],
    [
      ['101-001-1-002', '101-001-1-001'],
      ['101-001-1-002', '101-001-1-001'],
    ],
  ])('%j stand wherever the file names its accounts', async (given, ids) => {
    const { scenario, overrides } = await load(TWO, ...given);
    expect(scenario.accounts.map(({ id }) => id)).toEqual(ids);
    expect(scenario.timeline.map(entry => 'accountID' in entry && entry.accountID)).toEqual(ids);
    expect(scenario.strategy?.accountID).toBe(ids[1]);
    expect([...scenario.expect.accounts].map(([id, { balance }]) => [id, balance])).toEqual([
      [ids[0], '1'],
      [ids[1], '2'],
    ]);
    // The ids are in the ledger.
    expect(scenario.expect.ledger).toBeUndefined();
    expect(overrides).toEqual({ accountIDs: given });
  });

  it.each([
    ['more than there are accounts', ['1-1-1-1', '1-1-1-2', '1-1-1-3'], 'names 3 accounts, but'],
    ['one of another account', ['101-001-1-002'], 'must be unique, was 101-001-1-002 twice'],
    ['one that is none', ['xx'], 'accounts[0].id'],
  ])('are refused: %s', async (_what, ids, rule) => {
    await expect(load(TWO, ...ids)).rejects.toThrow(rule);
  });
});
