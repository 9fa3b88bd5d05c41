/**
 * What v20 serves: one simulation with its clock, in one of the two spellings.
 */

import type { SandboxClock } from '../../runtime/sandbox-clock.js';
import type { Simulation } from '../../runtime/simulation.js';
import type { Dialect } from './dialect.js';

/** The market that v20 serves. */
export interface ServedMarket {
  readonly simulation: Simulation;
  readonly clock: SandboxClock;
  /** The spelling of enums in orders. */
  readonly dialect: Dialect;
}
