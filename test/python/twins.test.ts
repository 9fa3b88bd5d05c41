import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runScenario } from '../../src/broker/runtime/run-scenario.js';
import { MAIN, ROOT } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { patience } from '../support/patience.js';
import { commandHere } from '../support/process/in-process.js';
import { serve } from '../support/process/served.js';
import { PYTHON } from '../support/python/run-python.js';
import { IS_NIGHTLY } from '../support/random/nightly.js';

/** Each example strategy in TypeScript has a twin in Python with the same ledger. */

const hasNumpy = spawnSync(PYTHON, ['-c', 'import numpy']).status === 0;
const why = hasNumpy ? '' : ' [no Python with numpy on this machine]';
const TWINS = join(ROOT, 'scenarios', 'strategies', 'python');
const OWN = join(ROOT, 'test', 'support', 'python', 'twins');
const USE = /use: \.\/strategies\/([a-z-]+)(?:\.[tj]s|\/index\.ts)/;

/** The scenarios with an example strategy, and the file of its twin. */
const EXAMPLES = readdirSync(join(ROOT, 'scenarios'))
  .filter(name => name.endsWith('.yaml'))
  .flatMap(file => {
    const text = readFileSync(join(ROOT, 'scenarios', file), 'utf8');
    const [, name] = USE.exec(text) ?? [];
    return name === undefined
      ? []
      : [{ name: basename(file, '.yaml'), text, twin: name.replaceAll('-', '_') }];
  });

/** A copy of an example with its twin, in a folder of its own. @returns its file. */
function twinScenario({ name, text, twin }: (typeof EXAMPLES)[number], window = ''): string {
  const folder = temporaryFolder();
  cpSync(TWINS, folder, { recursive: true });
  const file = join(folder, `${name}.yaml`);
  const plain = text
    .replace(USE, `use: ./${twin}.py`)
    .replaceAll('../data/', `${join(ROOT, 'data')}/`);
  writeFileSync(file, window === '' ? plain : inWindow(plain, window));
  return file;
}

/** The scenario in another window, in which its golden ledger is not expected. */
function inWindow(text: string, window: string): string {
  const [head = ''] = text.replace(/\nwindow:.*/, '').split('\nexpect:');
  return head.replace('\nmarket:', `\nwindow: ${window}\nmarket:`);
}

/** The market, the window and the account of the twins that are no examples. */
const momentum = (use: string) => `version: 1
name: momentum
window: { from: 2024-03-05T10:00:00Z, to: 2024-03-07T16:00:00Z }
market: { EUR_USD: { ticks: ${join(ROOT, 'data', 'EUR_USD_2024-03.csv.gz')} } }
accounts: [{ currency: USD, balance: "10000" }]
strategy: { use: ${join(OWN, use)} }
`;

async function hashOf(file: string): Promise<string> {
  return (await runScenario(file, { allowPath: [ROOT] })).hash;
}

describe('strategies in Python', () => {
  it.skipIf(!hasNumpy).each(EXAMPLES)(`have the golden ledger of $name${why}`, async example => {
    const run = await runScenario(twinScenario(example), { allowPath: [ROOT] });
    expect(run.expectations).toEqual([
      expect.objectContaining({ what: 'expect.ledger', ok: true }),
    ]);
  });

  it('are the twins of all examples', () => {
    const twins = readdirSync(TWINS).filter(
      name => name.endsWith('.py') && name !== 'indicators.py',
    );
    expect(new Set(EXAMPLES.map(({ twin }) => `${twin}.py`))).toEqual(new Set(twins));
    expect(twins).toHaveLength(10);
  });

  it.skipIf(!hasNumpy)(
    `have the ledger of their twin with rejects and 500 closes${why}`,
    async () => {
      const folder = temporaryFolder();
      const hashes: string[] = [];
      for (const use of ['momentum.ts', 'momentum.py']) {
        const file = join(folder, `${use.replace('.', '-')}.yaml`);
        writeFileSync(file, momentum(use));
        const { hash, result } = await runScenario(file, { allowPath: [ROOT] });
        const refused = [...result.ledger].filter(
          each => each.type === 'ORDER_CANCEL' && each.reason === 'INSUFFICIENT_MARGIN',
        );
        expect(refused.length).toBeGreaterThan(5);
        expect(result.trades.length).toBeGreaterThan(20);
        hashes.push(hash);
      }
      expect(hashes[0]).toBe(hashes[1]);
    },
  );

  it.skipIf(!hasNumpy)(`have the table of their twin in a study on two workers${why}`, async () => {
    const [example] = EXAMPLES.filter(({ name }) => name === 'grid');
    const tables: string[] = [];
    for (const text of ['./grid.py', join(ROOT, 'scenarios', 'strategies', 'grid.ts')]) {
      const file = twinScenario(example as (typeof EXAMPLES)[number]);
      writeFileSync(file, readFileSync(file, 'utf8').replace('./grid.py', text));
      const study = file.replace('.yaml', '-study.yaml');
      const axes = 'axes: { levels: [2, 4, 6], step: [8, 12] }\nrank: netProfit\n';
      writeFileSync(study, `version: 1\nname: grids\nscenario: ./grid.yaml\n${axes}`);
      const { stdout } = spawnSync(
        process.execPath,
        [MAIN, 'sweep', study, '--workers', '2', '--allow-path', ROOT],
        {
          encoding: 'utf8',
          timeout: patience(60_000),
          env: { ...process.env, ORRERY_LOOKS: 'off' },
        },
      );
      tables.push(stdout);
    }
    expect(tables[0]).toContain('6 runs, ranked by netProfit');
    expect(tables[0]).toBe(tables[1]);
  });

  const traded = EXAMPLES.filter(
    ({ name }) => IS_NIGHTLY || ['grid', 'london-breakout'].includes(name),
  );
  it.skipIf(!hasNumpy).each(traded)(`trade over HTTP as in a run: $name${why}`, async example => {
    const file = twinScenario(example, '{ from: 2024-03-04T22:00:00Z, to: 2024-03-06T22:00:00Z }');
    const expected = await hashOf(file);
    const served = await serve([file, '--clock', 'manual', '--allow-path', ROOT]);
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await served.end('SIGTERM');
    });
    vi.stubEnv('ORRERY_TOKEN', served.accounts[0]?.token ?? '');
    vi.stubEnv('ORRERY_CONTROL_TOKEN', served.controlToken);
    const words = ['trade', file, '--url', served.url, '--clock', 'manual', '--allow-path', ROOT];
    const { status, stderr } = await commandHere(words);
    expect(status, stderr).toBe(0);
    const headers = { authorization: `Bearer ${served.controlToken}` };
    const answer = await fetch(`${served.url}/_sim/ledger`, { headers });
    expect(((await answer.json()) as { sha256: string }).sha256).toBe(expected);
  });
});
