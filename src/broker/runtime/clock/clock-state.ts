/** The state of a clock for clients. */

import type { Instant } from '../../../core/time/instant.js';
import type { IdleBy } from '../lockstep/idleness.js';
import type { PauseReason } from '../strategies/pause-reason.js';
import type { ClockMode } from './clock-modes.js';

/** The state of a clock. */
export interface ClockState {
  readonly mode: ClockMode;
  /** `paused` also when the mode never plays and the clock waits to be advanced. */
  readonly state: 'playing' | 'paused' | 'ended';
  /** Simulated time, in microseconds since 1970. */
  readonly now: Instant;
  /** Simulated seconds per wall second, above 0; Infinity means as fast as the machine can. */
  readonly speed: number;
  /** The step of one poll, for a clock that is moved by polls. */
  readonly step?: string;
  /** The rule by which the client counts as idle, for a clock in lockstep. */
  readonly idleBy?: IdleBy;
  /** The silence after which the client counts as idle. */
  readonly settle?: string;
  /** What a playing clock stops at by itself. */
  readonly pauseAt?: readonly PauseReason[];
}
