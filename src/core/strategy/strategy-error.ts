/**
 * What goes wrong in a strategy, said so that its author finds the place: the hook, the simulated
 * time and the words of the strategy's own error.
 */

import { InvariantError } from '../base/assert.js';
import { describeValue, wordsOf } from '../base/words-of.js';

export const STRATEGY_HOOKS = [
  'onStart',
  'onTick',
  'onCandle',
  'onTransaction',
  'onTimer',
  'onStop',
] as const;
export type StrategyHook = (typeof STRATEGY_HOOKS)[number];

/** A strategy asked for what is not there, threw, or returned nonsense; the message names it. */
export class StrategyError extends Error {
  override readonly name = 'StrategyError';
}

/**
 * What is to be thrown for an error that left `hook` at `time` (RFC 3339).
 * @returns a StrategyError; a broken invariant is ours, and stays what it is.
 */
export function blameHook(error: unknown, hook: StrategyHook, time: string): Error {
  if (isInvariant(error)) return error;
  return new StrategyError(`${hook} at ${time}: ${wordsOf(error)}`, { cause: error });
}

/** What is to be thrown for a hook that returned something. */
export function refuseReturn(returned: unknown, hook: StrategyHook, time: string): StrategyError {
  const what = isPromise(returned) ? 'a promise: hooks are not async' : describeValue(returned);
  return new StrategyError(`${hook} at ${time}: must return nothing, returned ${what}`);
}

/** Whether what a strategy has thrown is a broken invariant of ours; what cannot be read is not. */
function isInvariant(error: unknown): error is InvariantError {
  try {
    return error instanceof InvariantError;
  } catch {
    return false;
  }
}

/** Whether `value` can be waited for; what cannot be read cannot. */
export function isPromise(value: unknown): boolean {
  try {
    return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
  } catch {
    return false;
  }
}
