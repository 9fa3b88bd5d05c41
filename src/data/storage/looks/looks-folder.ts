/**
 * Where looks and seals are kept. `ORRERY_LOOKS` names a folder, or is `off`. Otherwise it is
 * `.orrery/looks` of the current folder or of one above it, if there is one: a team that keeps it in
 * its repository counts together. Otherwise it is a folder of the user. Tests count no looks. Seals
 * hold always.
 */

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Name of the variable. */
export const LOOKS_VARIABLE = 'ORRERY_LOOKS';
const OFF = 'off';
const IN_PROJECT = join('.orrery', 'looks');
/** What test runners set in the environment. */
const TEST_VARIABLES = ['VITEST', 'JEST_WORKER_ID', 'NODE_TEST_CONTEXT', 'PYTEST_CURRENT_TEST'];

/** The folder, and why looks are not written to it; seals in it hold all the same. */
export interface LooksPlace {
  readonly folder: string;
  readonly notKept?: 'switched off' | 'test';
}

/** The place of looks for a process. @param from - its current folder. */
export function looksPlace(env: NodeJS.ProcessEnv, from: string): LooksPlace {
  const named = env[LOOKS_VARIABLE] ?? '';
  if (named !== '' && named !== OFF) return { folder: resolve(from, named) };
  const folder = inProject(from) ?? ofUser(env);
  if (named === OFF) return { folder, notKept: 'switched off' };
  const isTest = TEST_VARIABLES.some(name => env[name] !== undefined);
  return isTest ? { folder, notKept: 'test' } : { folder };
}

function inProject(from: string): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const place = join(folder, IN_PROJECT);
    if (existsSync(place)) return place;
    if (folder === dirname(folder)) return undefined;
  }
}

function ofUser(env: NodeJS.ProcessEnv): string {
  const data = env['XDG_DATA_HOME'] || env['LOCALAPPDATA'] || join(homedir(), '.local', 'share');
  return join(data, 'orrery', 'looks');
}
