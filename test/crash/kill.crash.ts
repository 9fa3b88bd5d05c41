import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { beforeAll, describe, expect, it, type RunnerTask } from 'vitest';
import { DISK } from '../../src/broker/store/log/storage.js';
import { ROOT } from '../support/files/paths.js';
import { temporaryFolder } from '../support/files/temporary.js';
import { patience } from '../support/patience.js';
import { tried } from '../support/store/campaign-counts.js';
import { ledgersOf } from './kept-server.js';
import { trade } from './trading.js';

/** A process that is killed at a call to the disk, and one that is killed while it recovers. */

/** The program lies two folders below the root, as every program that looks for the package. */
const PROGRAM = join(ROOT, 'dist', 'crash', 'killed-server.js');
/** Calls at which the process is killed: a sample, or with `npm run crash -- --all` every one. */
const SAMPLED = 100;
/** Kills that are followed by kills of the recovery, in every mode. */
const RECOVERIES = 50;
/** More calls than a recovery makes. */
const CALLS_OF_RECOVERY = 20;

/** A run of the program: how it ended and what it said. */
interface Run {
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
  /** Where the simulations stood, oldest first. */
  readonly standings: readonly string[];
  /** The last one that was acknowledged. */
  readonly kept: string | undefined;
  readonly calls: number;
}

function run(folder: string, call: number | 'none'): Run {
  const { stdout, signal, stderr } = spawnSync(
    process.execPath,
    ['--enable-source-maps', PROGRAM, folder, String(call)],
    { encoding: 'utf8', timeout: patience(60_000) },
  );
  const said = (word: string) =>
    stdout
      .split('\n')
      .flatMap(line => (line.startsWith(`${word} `) ? line.slice(word.length + 1) : []));
  return {
    signal,
    stderr,
    standings: said('at'),
    kept: said('kept').at(-1),
    calls: Number(said('calls')[0]),
  };
}

/** Numbers from 0 to `end`, all or some. */
function sample(end: number, some: number): number[] {
  const step = Math.max(1, end / some);
  return Array.from({ length: Math.ceil(end / step) }, (_, index) => Math.floor(index * step));
}

/** The run that nothing killed, and its ledgers. */
interface Straight extends Run {
  readonly ledgers: string;
}

/**
 * Starts a server on the store of a process that was killed, and lets it go on to the end.
 * @returns what was lost or is wrong; undefined when nothing is.
 */
async function lossIn(folder: string, straight: Straight, killed: Run) {
  if (killed.signal !== 'SIGKILL') return `it was not killed: ${killed.stderr}`;
  const found: string[] = [];
  const at = (standing: string) => found.push(standing);
  try {
    const sandboxes = await trade(folder, DISK, { at, kept: () => undefined });
    if (ledgersOf(sandboxes) !== straight.ledgers) return 'a ledger differs at the end';
  } catch (error) {
    return `it did not come to its end: ${error}`;
  }
  const place = straight.standings.indexOf(found[0] ?? '');
  if (place < 0) return `the straight run never stood at ${found[0]}`;
  if (killed.kept === undefined) return undefined;
  if (place >= straight.standings.indexOf(killed.kept)) return undefined;
  return `${killed.kept} was acknowledged, ${found[0]} was found`;
}

/** What a test has tried. */
interface Tried {
  readonly points: readonly number[];
  readonly of: number;
  readonly kills: number;
  readonly losses: readonly string[];
}

/** The run that nothing kills. */
async function straightRun(): Promise<Straight> {
  const folder = temporaryFolder();
  const straight = run(folder, 'none');
  expect(straight.signal, straight.stderr).toBe(null);
  expect(straight.calls, straight.stderr).toBeGreaterThan(250);
  expect(new Set(straight.standings).size).toBe(straight.standings.length);
  const nothing = () => undefined;
  const sandboxes = await trade(folder, DISK, { at: nothing, kept: nothing });
  return { ...straight, ledgers: ledgersOf(sandboxes) };
}

/** Notes what was tried for the table, and fails when something was lost. */
function conclude(task: Pick<RunnerTask, 'meta'>, { points, losses, ...counts }: Tried): void {
  tried(task, { ...counts, points: points.length, losses: losses.length });
  expect(losses).toEqual([]);
}

describe('a server that is killed', () => {
  beforeAll(() => {
    buildSync({
      entryPoints: [join(ROOT, 'test', 'crash', 'killed-server.ts')],
      outfile: PROGRAM,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      sourcemap: 'inline',
    });
  });

  it('at a call to the disk has lost nothing that it acknowledged, and goes on', async ({
    task,
  }) => {
    const straight = await straightRun();
    const isWhole = process.env['ORRERY_ALL'] === '1';
    const points = sample(straight.calls, isWhole ? straight.calls : SAMPLED);
    const losses: string[] = [];
    for (const call of points) {
      const folder = temporaryFolder();
      const killed = run(folder, call);
      const loss = await lossIn(folder, straight, killed);
      if (loss !== undefined) losses.push(`call ${call}: ${loss}`);
    }
    conclude(task, { points, of: straight.calls, kills: points.length, losses });
  });

  it('again at each call of its recovery goes on as if it had not been', async ({ task }) => {
    const straight = await straightRun();
    const points = sample(straight.calls, RECOVERIES);
    const losses: string[] = [];
    let kills = 0;
    for (const call of points) {
      const folder = temporaryFolder();
      const killed = run(folder, call);
      for (let second = 0; second < CALLS_OF_RECOVERY; second++) {
        const again = run(folder, second);
        if (again.signal === 'SIGKILL') kills += 1;
        // It stood where the store ends, so it had recovered.
        if (again.standings.length > 0) break;
      }
      const loss = await lossIn(folder, straight, killed);
      if (loss !== undefined) losses.push(`call ${call}: ${loss}`);
    }
    conclude(task, { points, of: straight.calls, kills: points.length + kills, losses });
  });
});
