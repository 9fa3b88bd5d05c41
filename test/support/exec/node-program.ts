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

/** Comes before the preload, which keeps the timers that it finds. */
const HOLD_UP = `data:text/javascript,${encodeURIComponent(`
  const { setTimeout: start } = globalThis;
  const { now } = Date;
  let refreshes = 0;
  globalThis.setTimeout = call => {
    const timer = start(call, 1);
    const { refresh } = timer;
    timer.refresh = () => {
      refresh.call(timer);
      if (++refreshes <= 3) for (const end = now() + 3; now() < end; );
      return timer;
    };
    return timer;
  };`)}`;

/**
 * Runs the source of a module under the preload.
 * @param name - of its file; the ending says whether it is CommonJS
 */
export function runNode(source: string, script: Script = {}, name = 'bot.mjs'): Promise<Ran> {
  return runIn(ENVIRONMENT, source, script, name);
}

function runIn(
  env: Readonly<Record<string, string>>,
  source: string,
  script: Script,
  name: string,
): Promise<Ran> {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, source);
  return runUnderFakeExec({ argv: [NODE, path], env }, script);
}

/** Runs it under virtual time. */
export function runVirtually(source: string, script: Script = {}, name = 'bot.mjs'): Promise<Ran> {
  return runNode(source, { ...script, isVirtual: true }, name);
}

/**
 * Runs it under virtual time as on a busy machine: the first wall timers that are started again fire in
 * the same turn of the event loop.
 */
export function runHeldUp(source: string, script: Script = {}): Promise<Ran> {
  const env = { ...ENVIRONMENT, NODE_OPTIONS: `--import ${HOLD_UP} ${ENVIRONMENT.NODE_OPTIONS}` };
  return runIn(env, source, { ...script, isVirtual: true }, 'bot.mjs');
}
