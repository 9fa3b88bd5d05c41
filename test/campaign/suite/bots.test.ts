/** The steady bot of the documents, and bots with one fault each, under the suite `resilience`. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../support/files/paths.js';
import { temporaryFile, temporaryFolder } from '../../support/files/temporary.js';
import { orrery } from '../../support/process/orrery.js';
import { PLANTED_BOTS, type PlantedBot, plantedSource } from './planted.js';

/** Runs of the steady bot in the long form: as many of each case as make 300. */
const LONG_RUNS = process.env['ORRERY_PROGRAM_RUNS'];
const CASES = 24;
const DATA = join(ROOT, 'data');
const STEADY = readFileSync(join(ROOT, 'docs/examples/suites/steady-bot.mjs'), 'utf8');
const SCENARIO = `
version: 1
name: steady
window: { from: 2024-03-05T12:00:00Z, to: 2024-03-05T13:00:00Z }
market:
  EUR_USD: { ticks: ${join(DATA, 'EUR_USD_2024-03-04.csv.gz')} }
accounts:
  - { id: 101-001-1000001-001, currency: USD, balance: "10000" }
`;
/** One bot whose runs are short; the long form has all of them. */
const FEW = new Set(['begins anew after a restart']);
const planted = PLANTED_BOTS.filter(({ name }) => LONG_RUNS !== undefined || FEW.has(name));

interface Document {
  readonly kind: string;
  readonly rows: readonly {
    readonly name: string;
    readonly met: number;
    readonly runs: number;
    readonly failures: readonly { readonly property: string; readonly words: string }[];
  }[];
}

function suiteOf(source: string, ...flags: readonly string[]) {
  const folder = temporaryFolder();
  const scenario = temporaryFile('steady.yaml', SCENARIO);
  const held = ['--allow-path', DATA, '--out', folder, '--cache', folder, '--json', ...flags];
  const command = [process.execPath, temporaryFile('bot.mjs', source)];
  const args = ['campaign', scenario, '--suite', 'resilience', ...held, '--', ...command];
  const { status, stdout, stderr } = orrery(args);
  return { status, stderr, document: JSON.parse(stdout) as Document };
}

describe('the suite resilience', () => {
  it('finds nothing in the steady bot', () => {
    const runs = LONG_RUNS === undefined ? 1 : Math.ceil(Number(LONG_RUNS) / CASES);
    const few = ['no-heartbeats', 'lost-createOrder', 'late-fill', 'restart', 'clock-jump'];
    const cases = LONG_RUNS === undefined ? few.flatMap(each => ['--case', each]) : [];
    const { status, document, stderr } = suiteOf(STEADY, '--runs', `${runs}`, ...cases);
    const failures = document.rows.flatMap(row => row.failures.map(each => [row.name, each.words]));
    expect([failures, status], stderr).toEqual([[], 0]);
    const all = document.rows.reduce((sum, row) => sum + row.runs, 0);
    expect(all).toBeGreaterThanOrEqual(Number(LONG_RUNS ?? few.length));
  });

  it.each(planted.map(bot => [bot.name, bot] as const))(
    'finds the bot that %s, by its own fault',
    (_name: string, bot: PlantedBot) => {
      const { case: name, property } = bot.foundBy;
      const { status, document } = suiteOf(
        plantedSource(STEADY, bot),
        ...['--runs', LONG_RUNS === undefined ? '1' : '6', '--case', name],
      );
      const [row] = document.rows;
      expect(row?.failures.map(each => each.property)).toContain(property);
      expect(status).toBe(1);
    },
  );

  it('has a piece of the steady bot for each fault', () => {
    for (const bot of PLANTED_BOTS) expect(plantedSource(STEADY, bot)).not.toBe(STEADY);
    expect(PLANTED_BOTS.length).toBeGreaterThanOrEqual(10);
  });
});
