/**
 * Records of version 0.1: each is read, and what a replay of it would change is said. The tests do
 * not say which ledgers have changed: they hold for every set of rules that the changelog names.
 */

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runBacktest } from '../../src/core/run/backtest.js';
import { journalText, readJournal } from '../../src/data/record/journal-file.js';
import { LEDGER_CHANGES } from '../../src/data/record/versions/ledger-changes.js';
import { sha256 } from '../../src/data/storage/files/sha256.js';
import { loadScenario } from '../../src/data/storage/scenario/scenario-file.js';
import { openTicks } from '../../src/data/storage/tick-store/open-ticks.js';
import { VERSION } from '../../src/data/version.js';
import { ROOT } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { pair } from '../support/market/fixtures.js';
import { commandHere, type Ended } from '../support/process/in-process.js';

const RECORDS = join(ROOT, 'test', 'versions', '0.1');
const NOT_IN_IT = '(not in this record)';
const NAMES = ['bars', 'ticks', 'hedged'] as const;
/** The changes that each run has to do with. */
const CONCERNED = {
  bars: ['orders on bars', 'volume of bars'],
  ticks: [],
  hedged: ['margin of hedged accounts'],
} as const;

let folder = '';
beforeEach(() => {
  folder = join(temporaryFolder(), '0.1');
  cpSync(RECORDS, folder, { recursive: true });
});

const path = (...parts: readonly string[]) => join(folder, ...parts);
const run = (name: string) => path('runs', name);
const verify = (name: string) => commandHere(['verify', run(name), '--no-cache']);

/** The names of changes that a record has to do with, from what was printed. */
function concernedIn({ stdout }: Ended): readonly string[] {
  const lines = stdout.split('\n').filter(line => line.startsWith(`  ${VERSION} `));
  expect(lines).toHaveLength(LEDGER_CHANGES.filter(({ version }) => version === VERSION).length);
  return LEDGER_CHANGES.map(({ name }) => name).filter(name =>
    lines.some(line => line.startsWith(`  ${VERSION} ${name}:`) && !line.endsWith(NOT_IN_IT)),
  );
}

describe('a run of 0.1', () => {
  it.each(NAMES)('of %s is verified, with its version and what has changed since', async name => {
    const ended = await verify(name);
    expect(ended.stdout).toMatch(
      /^made by orrery 0\.1\.0, this is \S+; rules of ledgers that have changed since:\n/,
    );
    expect(concernedIn(ended)).toEqual(CONCERNED[name]);
    expect(ended.stderr).toBe('');
    if (ended.status === 0) {
      expect(ended.stdout).toMatch(/\nidentical sha256:[0-9a-f]{64}\n$/);
      return;
    }
    expect(ended.status).toBe(1);
    expect(ended.stdout).toContain('(recorded / replayed)\n');
    expect(ended.stdout).toContain(
      `for the recorded ledger: npx orrery-fx@0.1.0 verify ${run(name)}\n`,
    );
  });

  it('of rules that have not changed is identical', async () => {
    expect((await verify('ticks')).status).toBe(0);
  });

  it.each(NAMES)('of %s is explained and asked about as it was, or not at all', async name => {
    const { status } = await verify(name);
    const asked = [
      ['explain', run(name), '4', '--no-cache'],
      ['whatif', run(name), '--without', '4', '--no-cache'],
    ];
    for (const args of asked) {
      const ended = await commandHere(args);
      expect(ended.status, ended.stderr).toBe(status === 0 ? 0 : 3);
      if (status === 0) continue;
      expect(ended.stderr).toContain('replays to another ledger; `orrery verify` says where');
      expect(ended.stderr).toContain(`npx orrery-fx@0.1.0 ${args[0]} ${run(name)}`);
    }
  });

  it.each(NAMES)('of %s becomes a scenario of this version', async name => {
    const scenario = path('recorded.yaml');
    const { status } = await verify(name);
    const ended = await commandHere(['record', run(name), '--scenario', scenario, '--no-cache']);
    expect(ended.status, ended.stderr).toBe(status);
    expect(ended.stderr).toContain(status === 0 ? '' : `orrery 0.1.0 recorded ledger sha256:`);
    expect((await commandHere(['run', scenario, '--no-cache'])).status).toBe(0);
  });

  it('lies beside a run of this version, with what has changed between them', async () => {
    const out = path('runs', 'now');
    const made = await commandHere(['run', path('bars.yaml'), '--out', out, '--no-cache']);
    expect(made.status).toBe(0);
    const page = path('comparison.html');
    const ended = await commandHere(['report', run('bars'), out, '--out', page]);
    expect(ended.status).toBe(0);
    expect(ended.stdout).toContain(
      `\nmade by orrery 0.1.0 and ${VERSION}; rules of ledgers that differ:\n  0.2.0 `,
    );
    expect((await commandHere(['report', run('bars')])).status).toBe(0);
  });
});

describe('a run of 0.1 that replays to another ledger', () => {
  const asked = (...args: readonly string[]) => commandHere([...args, '--no-cache']);
  let hash = '';

  /** Gives the first fill of the run another price, as if an older rule had filled it so. */
  beforeEach(async () => {
    const file = join(run('ticks'), 'ledger.ndjson');
    const ledger = readFileSync(file, 'utf8').replace('"price":"1.0820', '"price":"1.0821');
    writeFileSync(file, ledger);
    const journal = await readJournal(join(run('ticks'), 'journal.ndjson'));
    hash = `sha256:${sha256(ledger)}`;
    const files = { ...journal.seal.files, 'ledger.ndjson': sha256(ledger) };
    const seal = { ...journal.seal, ledger: hash, files };
    writeFileSync(join(run('ticks'), 'journal.ndjson'), journalText({ ...journal, seal }));
  });

  it('is different, and the way back and the way on are named', async () => {
    const ended = await verify('ticks');
    expect(ended.status).toBe(1);
    expect(ended.stdout).toMatch(
      /\n.* \(recorded \/ replayed\)\nfor the recorded ledger: npx orrery-fx@0\.1\.0 verify .*\nfor a record of \S+: run its scenario again, or `orrery record .* --scenario FILE` and run FILE\n$/,
    );
  });

  it('is neither explained nor asked what if', async () => {
    for (const words of [
      ['explain', run('ticks'), '4'],
      ['whatif', run('ticks'), '--without', '4'],
    ]) {
      const ended = await asked(...words);
      expect(ended.status).toBe(3);
      expect(ended.stderr).toContain(
        `it was made by orrery 0.1.0, this is ${VERSION}: npx orrery-fx@0.1.0 ${words[0]} ${run('ticks')} has the ledger of then`,
      );
      expect(ended.stdout).toBe('');
    }
  });

  it('becomes a scenario with the ledger of this version, and that is said', async () => {
    const ended = await asked('record', run('ticks'), '--scenario', path('recorded.yaml'));
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain(`orrery 0.1.0 recorded ledger ${hash}, this is ${VERSION}`);
    expect((await asked('run', path('recorded.yaml'))).status).toBe(0);
  });
});

describe('a study of 0.1', () => {
  it('is not gone on with under other rules', async () => {
    const ended = await commandHere(['sweep', path('study.yaml'), '--out', path('studies/bars')]);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain(
      `holds runs that were made before the version (0.1.0, now ${VERSION}) changed`,
    );
  });
});

describe('a tick store of 0.1', () => {
  it.each([
    ['ticks', {}],
    ['bars', { granularity: 'H1', bars: { price: 'bid', spread: '0.00012' } }],
  ] as const)('of %s gives the ticks of its source, or is made again', async (name, way) => {
    cpSync(path('tick-stores'), path('.orrery-cache'), { recursive: true });
    const options = { instrument: pair('EUR_USD'), ...way };
    const file = path(`${name}.csv`);
    const source = await openTicks(file, options);
    const stored = await openTicks(file, { ...options, cache: { minimumBytes: 0 } });
    const columns = ({ windows }: typeof stored) => windows.map(window => window.columns());
    expect(columns(stored)).toEqual(columns(source));
  });
});

describe('a golden of 0.1', () => {
  const goldens = JSON.parse(readFileSync(join(RECORDS, 'goldens.json'), 'utf8')) as Record<
    string,
    string
  >;
  const now = (name: string) =>
    /ledger: *(sha256:[0-9a-f]{64})/.exec(readFileSync(join(ROOT, 'scenarios', name), 'utf8'))?.[1];

  it('differs only where a rule has changed', async () => {
    for (const name of Object.keys(goldens).filter(name => now(name) !== goldens[name])) {
      const { scenario, ticks } = await loadScenario(join(ROOT, 'scenarios', name), {});
      // What a strategy decides follows its own tools too.
      if (scenario.strategy !== undefined) continue;
      const { accounts, execution } = scenario;
      const { ledger } = runBacktest(scenario);
      const replayed = { ticks, accounts, execution, ledger };
      expect(
        LEDGER_CHANGES.some(({ concerns }) => concerns(replayed)),
        name,
      ).toBe(true);
    }
  });
});

it('every rule that changed is in the changelog', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  for (const { version, name } of LEDGER_CHANGES) {
    const section = changelog.split('\n## ').find(text => text.startsWith(`[${version}]`)) ?? '';
    expect(section.toLowerCase(), name).toContain(`- ${name.toLowerCase()}:`);
  }
});
