/**
 * Calls the hooks of a strategy, in a backtest and over HTTP. Every fault in a hook becomes an
 * error with the name of the hook and the simulated time.
 */

import type { Strategy, StrategyContext } from './strategy.js';
import { blameHook, refuseReturn, type StrategyHook } from './strategy-error.js';

type Hook = (context: StrategyContext, told: unknown) => unknown;

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
    returned = (strategy as Readonly<Record<StrategyHook, Hook | undefined>>)[hook]?.(
      context,
      told,
    );
  } catch (error) {
    throw blameHook(error, hook, context.time);
  }
  if (returned !== undefined) throw refuseReturn(returned, hook, context.time);
}
