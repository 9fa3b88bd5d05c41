/**
 * A time limit for code that may loop for ever, which is the strategy's. Node can end synchronous
 * code from outside only when it runs as a script with a time limit, so this file starts the work
 * that way.
 */

import { url as inspectorUrl } from 'node:inspector';
import { Script } from 'node:vm';

/** Limit of wall time for one hour of the market, in milliseconds. */
const LIMIT_MS = 30_000;
const SLOT = '__orreryGuardedWork';

const script = new Script(`globalThis.${SLOT}()`);

/**
 * Calls `work` with a limit of wall time; under a debugger there is no limit.
 * @param limitMs - wall milliseconds.
 * @returns true when `work` ended by itself, false when the limit ended it.
 */
export function guardStall(work: () => void, limitMs = LIMIT_MS): boolean {
  if (inspectorUrl() !== undefined) {
    work();
    return true;
  }
  const holder = globalThis as { [SLOT]?: () => void };
  holder[SLOT] = work;
  try {
    script.runInThisContext({ timeout: limitMs });
    return true;
  } catch (error) {
    if ((error as { code?: string } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  } finally {
    delete holder[SLOT];
  }
}
