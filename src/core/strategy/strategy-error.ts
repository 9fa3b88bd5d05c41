/**
 * Faults of a strategy, described so that its author finds the place: the hook, the simulated time
 * and the message of the strategy's own error.
 */

import { InvariantError } from '../base/assert.js';
import { describeValue, wordsOf } from '../base/words-of.js';
import { StrategyError } from './tools/strategy-fault.js';

export { StrategyError };

/** The names of all hooks. */
export const STRATEGY_HOOKS = [
  'onStart',
  'onTick',
  'onCandle',
  'onCandles',
  'onTransaction',
  'onTimer',
  'onEvent',
  'onStop',
] as const;
/** The name of a hook. */
export type StrategyHook = (typeof STRATEGY_HOOKS)[number];

/**
 * The error to throw when `error` left `hook` at `time` (RFC 3339).
 * @returns a StrategyError. A broken invariant is a bug of Orrery and is returned unchanged.
 */
export function blameHook(error: unknown, hook: StrategyHook, time: string): Error {
  if (isInvariant(error)) return error;
  return new StrategyError(`${hook} at ${time}: ${wordsOf(error)}`, { cause: error });
}

/** The error, which names the account of its strategy from now on if it is a StrategyError. */
export function ofAccount<Thrown>(error: Thrown, accountID: string | undefined): Thrown {
  if (error instanceof StrategyError && accountID !== undefined) error.accountID = accountID;
  return error;
}

/** The error to throw when a hook returned a value. */
export function refuseReturn(returned: unknown, hook: StrategyHook, time: string): StrategyError {
  const what = isPromise(returned) ? 'a promise: hooks are not async' : describeValue(returned);
  return new StrategyError(`${hook} at ${time}: must return nothing, returned ${what}`);
}

/** Whether a thrown value is a broken invariant of Orrery; false when it cannot be read. */
function isInvariant(error: unknown): error is InvariantError {
  try {
    return error instanceof InvariantError;
  } catch {
    return false;
  }
}

/** Whether `value` is a promise; false when it cannot be read. */
export function isPromise(value: unknown): boolean {
  try {
    return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
  } catch {
    return false;
  }
}
