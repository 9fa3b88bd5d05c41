/**
 * Whether a turn would stop early, found out in a fork that is thrown away: the simulation itself stays
 * where it is, and no reader sees the future.
 */

import type { Simulation } from '../simulation/simulation.js';
import { Clock } from './clock.js';
import type { Turn } from './turn.js';

/** Whether `turn` writes what it stops at before it ends. The fork is turned in slices, beside other requests. */
export async function wouldStop(simulation: Simulation, turn: Turn): Promise<boolean> {
  if ('ticks' in turn || turn.until === undefined) return false;
  const fork = simulation.fork();
  const { ticks } = fork;
  const { length } = fork.engine.ledger;
  await new Clock(fork, 'manual').advance(turn);
  const written = fork.engine.ledger.slice(length);
  if (turn.until === 'fill') return written.some(({ type }) => type === 'ORDER_FILL');
  return written.length > 0 || (turn.until === 'tick' && fork.ticks > ticks);
}
