/** Runs the tests once and records which code each file runs. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Runs the tests of `root`, and writes what each of them runs into `folder`. */
export function recordReached(root: string, folder: string): void {
  console.log('Recording which code each test file runs...');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', 'test/mutants.config.ts', '--reporter', 'dot'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, ORRERY_REACHED: folder } },
  );
  if (status !== 0) throw new Error('the tests fail without a mutant');
}
