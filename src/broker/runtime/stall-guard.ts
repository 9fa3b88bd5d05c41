/**
 * A time limit for code that may loop for ever, which is the strategy's. Node can end synchronous
 * code from outside only when it runs as a script with a time limit, so this file starts the work
 * that way.
 */

import { url as inspectorUrl } from 'node:inspector';
import { Script } from 'node:vm';

/** Limit of wall time for one hour of the market, in milliseconds. */
const LIMIT_MS = 30_000;
/**
 * Share of the limit that a watch may last before the next one begins. A watch starts a thread,
 * which costs more than a usual hour of the market does; so many hours share one.
 */
const SHARE = 1 / 30;
const SLOT = '__orreryGuardedWork';

const script = new Script(`globalThis.${SLOT}()`);

/**
 * Calls `work` until it returns false, and limits the wall time of each call; under a debugger
 * there is no limit.
 * @param limitMs - wall milliseconds that a call has at least; it has at most a thirtieth more.
 * @returns true when `work` ended by itself, false when the limit ended it.
 */
export function guardStall(work: () => boolean, limitMs = LIMIT_MS): boolean {
  if (inspectorUrl() !== undefined) {
    while (work());
    return true;
  }
  let isMore = true;
  const pieces = () => {
    const end = performance.now() + limitMs * SHARE;
    do isMore = work();
    while (isMore && performance.now() < end);
  };
  while (isMore) if (!isDone(pieces, limitMs * (1 + SHARE))) return false;
  return true;
}

/** Whether `work` ends within `timeout` milliseconds, after which it is ended. */
function isDone(work: () => void, timeout: number): boolean {
  const holder = globalThis as { [SLOT]?: () => void };
  holder[SLOT] = work;
  try {
    script.runInThisContext({ timeout: Math.ceil(timeout) });
    return true;
  } catch (error) {
    if ((error as { code?: string } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  } finally {
    delete holder[SLOT];
  }
}
