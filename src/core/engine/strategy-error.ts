/**
 * What goes wrong in a strategy, said so that its author finds the place: the hook, the simulated
 * time and the words of the strategy's own error.
 */

import { InvariantError } from '../base/assert.js';

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
  if (error instanceof InvariantError) return error;
  const words =
    error instanceof Error ? `${nameOf(error)}${error.message}` : `threw ${textOf(error)}`;
  return new StrategyError(`${hook} at ${time}: ${words}`, { cause: error });
}

/** What is to be thrown for a hook that returned something. */
export function refuseReturn(returned: unknown, hook: StrategyHook, time: string): StrategyError {
  const what =
    typeof (returned as { then?: unknown } | null)?.then === 'function'
      ? 'a promise: hooks are not async'
      : textOf(returned);
  return new StrategyError(`${hook} at ${time}: must return nothing, returned ${what}`);
}

/** `TypeError: ` where that says something. */
function nameOf({ name }: Error): string {
  return name === 'Error' || name === 'StrategyError' ? '' : `${name}: `;
}

function textOf(value: unknown): string {
  return typeof value === 'object' || typeof value === 'function'
    ? value === null
      ? 'null'
      : `a value of type ${typeof value}`
    : String(value);
}
