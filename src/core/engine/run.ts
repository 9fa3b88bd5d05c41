/**
 * A whole run: the crank turned once, from the beginning of the window to its end.
 */

import { Crank, type CrankOptions } from './crank.js';
import type { Engine } from './engine.js';

/** Runs `engine` from where it stands to `to`. @returns the number of ticks taken. */
export function runEngine(engine: Engine, options: CrankOptions): number {
  const crank = new Crank(engine, options);
  crank.finish();
  return crank.ticks;
}
