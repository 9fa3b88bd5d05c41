/**
 * A whole run: turns the crank once, from the beginning of the window to its end.
 */

import type { Engine } from '../engine/engine.js';
import { Crank, type CrankOptions } from './crank.js';

/** Runs `engine` from its current instant to `to`. @returns the number of ticks taken. */
export function runEngine(engine: Engine, options: CrankOptions): number {
  const crank = new Crank(engine, options);
  crank.finish();
  return crank.ticks;
}
