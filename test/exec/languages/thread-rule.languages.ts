import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { strictTrouble } from '../../../src/exec/layers/strict.js';
import { ROOT } from '../../support/files/paths.js';
import { temporaryFolder } from '../../support/files/temporary.js';
import { patience } from '../../support/patience.js';
import { documentOf, exec } from '../../support/process/exec.js';
import { ordersIn } from '../../support/process/late-orders.js';

/**
 * Programs of other languages that stream and trade in lockstep by the thread rule, without sleeps:
 * ten runs each, half in strict mode and half as clients of the proxy. `npm run test:languages`.
 * Source: decision 0033.
 */

const FOLDER = join(ROOT, 'test', 'exec', 'languages');
/** A day of recorded ticks, of which half an hour has enough price windows. */
const SCENARIO = join(ROOT, 'scenarios', 'quickstart.yaml');
const TROUBLE = await strictTrouble();

interface Language {
  readonly name: string;
  /** Words that succeed where its compiler is. */
  readonly probe: readonly string[];
  /** The command that compiles into a folder, and the one that runs what is there. */
  readonly compile: (folder: string) => readonly string[];
  readonly run: (folder: string) => readonly string[];
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'Go',
    probe: ['go', 'version'],
    compile: folder => ['go', 'build', '-o', join(folder, 'bot'), join(FOLDER, 'streambot.go')],
    run: folder => [join(folder, 'bot')],
  },
  {
    name: 'Java',
    probe: ['javac', '-version'],
    compile: folder => ['javac', '-d', folder, join(FOLDER, 'StreamBot.java')],
    run: folder => ['java', '-cp', folder, 'StreamBot'],
  },
];

function ran([file = '', ...words]: readonly string[]) {
  return spawnSync(file, words, { timeout: patience(120_000), encoding: 'utf8' });
}

describe.each(LANGUAGES)('a program in $name', ({ name, probe, compile, run }) => {
  const hasCompiler = ran(probe).status === 0;
  const why = hasCompiler ? '' : ` [${name} is not on this machine]`;

  it.skipIf(!hasCompiler)(`trades on each price in its window, ten times alike${why}`, async () => {
    const folder = temporaryFolder();
    const compiled = ran(compile(folder));
    expect(compiled.status, compiled.stderr).toBe(0);
    const hashes = new Set<string>();
    for (let turn = 0; turn < 10; turn++) {
      const out = join(temporaryFolder(), 'run');
      const layer = turn % 2 === 0 && TROUBLE === undefined ? '--strict' : '--unguarded';
      const market = ['--scenario', SCENARIO, '--to', '2024-03-04T00:30:00Z'];
      const flags = [...market, '--clock', 'lockstep', '--out', out, '--json'];
      const executed = await exec([...flags, layer, '--', ...run(folder)]);
      expect(executed.status, executed.stderr).toBe(0);
      const { count, late } = ordersIn(out);
      expect(count).toBeGreaterThan(20);
      expect(late).toEqual([]);
      hashes.add(documentOf(executed).ledger.sha256);
    }
    expect(hashes.size).toBe(1);
  });
});
