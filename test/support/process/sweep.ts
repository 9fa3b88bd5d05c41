/** Studies in real processes and threads; `npm test` builds what they start. */

import { spawnSync } from 'node:child_process';
import { MAIN, ROOT } from '../files/paths.js';
import { patience } from '../patience.js';

/** Axes of 22 combinations. */
export const AXES = 'axes: { every: { from: 2, to: 12, step: 1 }, units: [1000, 7000] }\n';

/** Runs `orrery sweep` in a process of its own; without reports, which take long, unless `flags` ask. */
export function sweep(file: string, ...flags: string[]) {
  const reports = flags.includes('--reports') ? [] : ['--reports', '0'];
  const args = [MAIN, 'sweep', file, ...flags, ...reports];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    cwd: ROOT,
    timeout: patience(120_000),
  });
  return { status, stdout, stderr };
}

/** The lines of tables that are wider than 80 columns. */
export function wideRows(stdout: string): string[] {
  return stdout.split('\n').filter(line => /^[│┌├└]/.test(line) && line.length > 80);
}

/** What `--json` prints, as far as tests look into it. */
export interface Document {
  readonly runs: readonly Record<string, unknown>[];
  readonly walkForward?: readonly Record<string, unknown>[];
  readonly joined?: { readonly tradingDays: number; readonly totalReturn: number };
  readonly goals?: readonly string[];
  readonly resumed: number;
  readonly best: number | null;
  readonly timing: { readonly runsPerSecond: number };
}
