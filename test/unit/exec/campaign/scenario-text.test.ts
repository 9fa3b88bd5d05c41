import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadScenario } from '../../../../src/data/storage/scenario/scenario-file.js';
import type { CampaignFinding } from '../../../../src/exec/campaign/campaign.js';
import { scenarioText } from '../../../../src/exec/campaign/scenario-text.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

/** A scenario that names a file under each key that can name one. */
const SCENARIO = `
version: 1
name: files
window: { from: 2024-03-05T10:00:00Z, to: 2024-03-05T12:00:00Z }
events: ./news.csv
market:
  EUR_USD: { ticks: ./now.csv, history: ./past.csv }
  GBP_USD: { bars: ./bars.csv, granularity: M1, price: bid, spread: 0.0001, history: { ticks: past.csv } }
  AUD_USD: { ticks: ./now.csv, history: none }
  NZD_USD: { ticks: [[2024-03-05T10:30:00Z, "0.6", "0.60002"]] }
accounts:
  - { id: 101-001-1000001-001, currency: USD, balance: "100000" }
  - { currency: USD, balance: "1", strategy: { use: ./idle.mjs, params: { file: ./mine.csv } } }
strategy: { use: idle.mjs }
expect: { ledger: "sha256:${'0'.repeat(64)}" }
`;
const FILES = {
  'files.yaml': SCENARIO,
  'now.csv': 'time,bid,ask\n2024-03-05T10:00:00Z,1.1,1.10002\n2024-03-05T11:59:00Z,1.1,1.10002\n',
  'past.csv': 'time,bid,ask\n2024-03-05T09:00:00Z,1.1,1.10002\n',
  'bars.csv': 'time,open,high,low,close\n2024-03-05T10:00:00Z,1.1,1.1,1.1,1.1\n',
  'news.csv': 'time,currency,impact,name\n2024-03-05T11:00:00Z,USD,high,Rates\n',
  'idle.mjs': 'export default () => ({});\n',
};
const FINDING = {
  breach: { property: 'alive', words: 'it ended' },
  schedule: [{ kind: 'gap' }],
} as unknown as CampaignFinding;

it('names every file of a scenario from the folder that it is written to', async () => {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const loaded = await loadScenario(join(folder, 'files.yaml'));
  mkdirSync(join(folder, 'found'));
  const file = join(folder, 'found', 'files-alive.yaml');
  const text = await scenarioText({ loaded, finding: FINDING, rules: [] }, file);
  expect(parse(text)).toMatchObject({
    events: '../news.csv',
    market: {
      EUR_USD: { ticks: '../now.csv', history: '../past.csv' },
      GBP_USD: { bars: '../bars.csv', history: { ticks: '../past.csv' } },
      AUD_USD: { ticks: '../now.csv', history: 'none' },
      NZD_USD: { ticks: [['2024-03-05T10:30:00Z', '0.6', '0.60002']] },
    },
    accounts: [
      { currency: 'USD' },
      { strategy: { use: '../idle.mjs', params: { file: './mine.csv' } } },
    ],
    strategy: { use: '../idle.mjs' },
    faults: [{ kind: 'gap' }],
  });
  expect(parse(text)).not.toHaveProperty('expect');
});

it('writes a scenario that loads from there', async () => {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const loaded = await loadScenario(join(folder, 'files.yaml'));
  mkdirSync(join(folder, 'found'));
  const file = join(folder, 'found', 'files-alive.yaml');
  const finding = { ...FINDING, schedule: [] };
  writeFileSync(file, await scenarioText({ loaded, finding, rules: [] }, file));
  const found = await loadScenario(file, { allowPath: [folder] });
  expect(found.ticks.map(({ path }) => path)).toEqual(loaded.ticks.map(({ path }) => path));
});
