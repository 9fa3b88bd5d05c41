/**
 * Calls the hooks of a strategy, in a backtest and over HTTP. Every fault in a hook becomes an
 * error with the name of the hook and the simulated time.
 */

import type { Strategy, StrategyContext } from './strategy.js';
import { blameHook, refuseReturn, type StrategyHook } from './strategy-error.js';

/**
 * Calls a hook if the strategy has it.
 * @param told - the second argument of the hook, after the context.
 * @throws StrategyError when the hook throws or returns something.
 */
export function callHook(
  strategy: Strategy,
  hook: StrategyHook,
  context: StrategyContext,
  told: unknown,
): void {
  let returned: unknown;
  try {
    returned = calledHook(strategy, hook, context, told as never);
  } catch (error) {
    throw blameHook(error, hook, context.time);
  }
  if (returned !== undefined) throw refuseReturn(returned, hook, context.time);
}

/**
 * Calls the hook by its name in the code, which is found faster than by a name in a variable.
 * @param told - what the hook gets; the caller knows its type by the hook.
 */
function calledHook(
  strategy: Strategy,
  hook: StrategyHook,
  context: StrategyContext,
  told: never,
): unknown {
  switch (hook) {
    case 'onCandle':
      return strategy.onCandle?.(context, told);
    case 'onTick':
      return strategy.onTick?.(context, told);
    case 'onCandles':
      return strategy.onCandles?.(context, told);
    case 'onTransaction':
      return strategy.onTransaction?.(context, told);
    case 'onTimer':
      return strategy.onTimer?.(context, told);
    case 'onEvent':
      return strategy.onEvent?.(context, told);
    case 'onStart':
      return strategy.onStart?.(context);
    case 'onStop':
      return strategy.onStop?.(context);
  }
}
