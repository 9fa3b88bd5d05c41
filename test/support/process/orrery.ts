/** The built command line in real processes; `npm test` builds it first. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { MAIN, ROOT } from '../files/paths.js';
import { patience } from '../patience.js';

/** The path of a shipped scenario, from the repository's root. */
export const scenario = (name: string) => join('scenarios', `${name}.yaml`);

/**
 * Runs the built command line in a process of its own.
 * @param env - added to the environment. @param flags - of Node.
 */
export function orrery(
  args: readonly string[],
  env: Record<string, string> = {},
  flags: readonly string[] = [],
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, MAIN, ...args], {
    encoding: 'utf8',
    cwd: ROOT,
    timeout: patience(120_000),
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}
