/** Whole processes: what one costs in wall time, processor time and memory, by GNU time if present. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const GNU_TIME = '/usr/bin/time';
export const MAIN = fileURLToPath(new URL('../../../bundle/main.js', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

export interface ProcessCost {
  /** Seconds. */
  readonly wall: number;
  /** Seconds of user and system time; NaN without GNU time. */
  readonly cpu: number;
  /** Megabytes at the peak; NaN without GNU time. */
  readonly peak: number;
  readonly stdout: string;
}

/** Runs Node with `words` in the folder `cwd`. @throws Error when it fails. */
export function runNode(words: readonly string[], cwd = ROOT): ProcessCost {
  // Node reads a proxy's certificates at every start; that time does not belong to the program.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const timed = existsSync(GNU_TIME);
  const command = timed ? GNU_TIME : process.execPath;
  const before = timed ? ['-f', '%U %S %M', process.execPath] : [];
  const started = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(command, [...before, ...words], {
    cwd,
    // A run of a bench does not count as a look at a result.
    env: { ...env, ORRERY_LOOKS: 'off' },
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const wall = Number(process.hrtime.bigint() - started) / 1e9;
  if (status !== 0) throw new Error(`node ${words.join(' ')} failed: ${stderr}`);
  const [user = NaN, system = NaN, peak = NaN] = timed
    ? (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
    : [];
  return { wall, cpu: user + system, peak: peak / 1000, stdout };
}
