/**
 * Strategy modules: TypeScript or JavaScript, loaded by jiti, so that a user needs no build step.
 * A module exports `strategy`, a function from parameters to a Strategy.
 */

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { InputError } from '../core/base/input-error.js';
import type { Strategy, StrategyFactory } from '../core/engine/strategy.js';

// Required, not imported: Node would first parse all of jiti in search of what it exports.
const { createJiti } = createRequire(import.meta.url)('jiti') as typeof import('jiti');

/** Where jiti keeps translated modules, by digest of their source: beside its own code. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/orrery', import.meta.url));

/** Loads the module at `path` and makes its strategy. @throws InputError naming the file. */
export async function loadStrategy(
  path: string,
  params: Readonly<Record<string, unknown>>,
): Promise<Strategy> {
  const place = { file: path };
  const jiti = createJiti(import.meta.url, { fsCache: CACHE, moduleCache: false });
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
