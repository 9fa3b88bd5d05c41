/** Node programs for tests of the preload: sources that are written to a file and run under it. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../files/paths.js';
import { temporaryFolder } from '../files/temporary.js';
import { type Ran, runUnderFakeExec, type Script } from './fake-exec.js';
import { AUTHORITY } from './scripted-front.js';

/** The Node that runs programs: another version than the tests' own, if the environment names one. */
export const NODE = process.env['ORRERY_TEST_NODE'] ?? process.execPath;
const PRELOAD = pathToFileURL(join(ROOT, 'src', 'exec', 'preload', 'node', 'preload.mjs')).href;
const ENVIRONMENT = {
  NODE_OPTIONS: `--import ${PRELOAD}`,
  NODE_EXTRA_CA_CERTS: AUTHORITY,
};

/**
 * Runs the source of a module under the preload.
 * @param name - of its file; the ending says whether it is CommonJS
 */
export function runNode(source: string, script: Script = {}, name = 'bot.mjs'): Promise<Ran> {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, source);
  return runUnderFakeExec({ argv: [NODE, path], env: ENVIRONMENT }, script);
}

/** Runs it under virtual time. */
export function runVirtually(source: string, script: Script = {}, name = 'bot.mjs'): Promise<Ran> {
  return runNode(source, { ...script, isVirtual: true }, name);
}
