/**
 * Strategy modules: TypeScript or JavaScript, loaded by jiti, so that a user needs no build step.
 * A module exports `strategy`, a function from parameters to a Strategy.
 */

import { createJiti } from 'jiti';
import { InputError } from '../core/base/input-error.js';
import type { Strategy, StrategyFactory } from '../core/engine/strategy.js';

/** Loads the module at `path` and makes its strategy. @throws InputError naming the file. */
export async function loadStrategy(
  path: string,
  params: Readonly<Record<string, unknown>>,
): Promise<Strategy> {
  const place = { file: path };
  const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false });
  let module: { strategy?: unknown };
  try {
    module = await jiti.import(path);
  } catch (error) {
    throw new InputError('scenario', place, `cannot be loaded: ${(error as Error).message}`);
  }
  if (typeof module.strategy !== 'function') {
    throw new InputError('scenario', place, 'must export a function named strategy');
  }
  try {
    return (module.strategy as StrategyFactory)(params);
  } catch (error) {
    throw new InputError('scenario', place, `refused its parameters: ${(error as Error).message}`);
  }
}
