/**
 * A time limit for code that may loop for ever, which is the strategy's. Node can end synchronous
 * code from outside only when it runs as a script with a time limit, so this file starts the work
 * that way.
 */

import { url as inspectorUrl } from 'node:inspector';
import { Script } from 'node:vm';
import type { MadeStrategies } from '../../core/run/strategy-drivers.js';
import { isOfPython } from '../../data/storage/strategy/python/of-python.js';

/** Limit of wall time for one hour of the market, in milliseconds. */
const LIMIT_MS = 30_000;
/**
 * Share of the limit that a watch may last before the next one begins. A watch starts a thread,
 * which costs more than a usual hour of the market does; so many hours share one.
 */
const SHARE = 1 / 30;
const SLOT = '__orreryGuardedWork';

const script = new Script(`globalThis.${SLOT}()`);

/** What calls the work of a run until it returns false. @returns false when a limit ended it. */
export type StallGuard = (work: () => boolean) => boolean;

/** The guard of a run with these strategies; one in Python limits its own hooks, which may take longer. */
export function guardOf({
  strategy,
  others,
}: Pick<MadeStrategies, 'strategy' | 'others'>): StallGuard {
  const all = [strategy, ...(others?.values() ?? [])];
  return all.some(each => each !== undefined && isOfPython(each)) ? unlimited : guardStall;
}

function unlimited(work: () => boolean): boolean {
  while (work());
  return true;
}

/**
 * Calls `work` until it returns false, and limits the wall time of each call; under a debugger
 * there is no limit.
 * @param limitMs - wall milliseconds that a call has at least; it has at most a thirtieth more.
 * @returns true when `work` ended by itself, false when the limit ended it.
 */
export function guardStall(work: () => boolean, limitMs = LIMIT_MS): boolean {
  if (inspectorUrl() !== undefined) return unlimited(work);
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
