import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../../../../src/data/storage/scenario/scenario-file.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';
import { at } from '../../../../support/market/fixtures.js';

const TICKS =
  'time,bid,ask\n2024-03-05T10:00:00Z,1.08505,1.08520\n2024-03-05T11:00:00Z,1.08600,1.08615\n';
const OPEN = '  - { at: 2024-03-05T11:30:00Z, openAccount: { currency: EUR, balance: "5" } }\n';

/** Loads a scenario with such a `timeline:`. */
function loaded(timeline: string, options: Parameters<typeof loadScenario>[1] = {}) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 't.csv'), TICKS);
  const file = join(folder, 's.yaml');
  const head = 'version: 1\nname: by-hand\nmarket: { EUR_USD: { ticks: t.csv } }\n';
  const window = 'window: { from: 2024-03-05T10:00:00Z, to: 2024-03-05T12:00:00Z }\n';
  writeFileSync(file, `${head}${window}timeline:\n${timeline}`);
  return loadScenario(file, { allowPath: [folder], ...options });
}

describe('a timeline', () => {
  it('opens accounts, which later entries may name, and adds ticks', async () => {
    const { scenario } = await loaded(
      `${OPEN}  - { at: +1m, account: 101-001-1000001-002, resetPL: true }\n  - { at: +1m, tick: { instrument: EUR_USD, bid: 1.09, ask: 1.0901 } }\n`,
    );
    const [account, , tick] = scenario.timeline;
    expect(account).toMatchObject({
      kind: 'input',
      input: { kind: 'account', config: { id: '101-001-1000001-002', balance: '5' } },
    });
    const time = at('2024-03-05T11:32:00Z');
    expect(tick).toMatchObject({
      input: { kind: 'tick', time, at: time, instrument: 'EUR_USD', bid: 109_000, ask: 109_010 },
    });
  });

  it('runs no entry of an account that it opens outside the window', async () => {
    const { scenario } = await loaded(
      `${OPEN}  - { at: +10m, account: 101-001-1000001-002, resetPL: true }\n`,
      { window: { from: at('2024-03-05T11:35:00Z') }, mayBeQuiet: true },
    );
    expect(scenario.timeline).toEqual([]);
  });

  it.each([
    [
      '  - { at: 2024-03-05T10:30:00Z, account: 101-001-1000001-002, resetPL: true }\n',
      'timeline[0].account: unknown account 101-001-1000001-002',
    ],
    [
      `${OPEN}  - { at: +1m, openAccount: { id: 101-001-1000001-002 } }\n`,
      'belongs to another account',
    ],
    [
      '  - { at: 2024-03-05T11:30:00Z, openAccount: { balance: -5 } }\n',
      'timeline[0].openAccount.balance: must not be negative, was -5',
    ],
    [
      '  - { at: 2024-03-05T10:30:00Z, tick: { instrument: EUR_USD, bid: 1.09, ask: 1.0901 } }\n',
      'timeline[0].tick.time: must not be before the entry or the last tick of EUR_USD, 2024-03-05T11:00',
    ],
    [
      '  - { at: 2024-03-05T11:30:00Z, tick: { instrument: EUR_JPY, bid: 1.09, ask: 1.0901 } }\n',
      'timeline[0].tick.instrument: the market has no EUR_JPY',
    ],
    [
      '  - { at: 2024-03-05T11:30:00Z, tick: { instrument: EUR_USD, bid: 1.0902, ask: 1.0901 } }\n',
      'timeline[0].tick.bid: must not be above ask, was 1.0902 over 1.0901',
    ],
    [
      '  - { at: 2024-03-05T11:30:00Z, transfer: { amount: "5", fundingReason: GIFT } }\n',
      'timeline[0].transfer.fundingReason: must be one of CLIENT_FUNDING',
    ],
  ])('refuses %j with its place and rule', async (timeline, message) => {
    await expect(loaded(timeline)).rejects.toThrow(message);
  });
});
