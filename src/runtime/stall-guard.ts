/**
 * A watch over code that may loop for ever: a strategy's. Node can end synchronous code from outside
 * only when it was started as a script with a time limit, so that is how the work is started.
 */

import { url as inspectorUrl } from 'node:inspector';
import { Script } from 'node:vm';

/** Wall milliseconds that an hour of the market may take. */
const LIMIT_MS = 30_000;
const SLOT = '__orreryGuardedWork';

const script = new Script(`globalThis.${SLOT}()`);

/**
 * Does `work`, but no longer than the limit; under a debugger, for as long as it takes.
 * @returns whether it was done. When it was not, it was ended where it stood.
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
