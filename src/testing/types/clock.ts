/** The clock of a simulation, as a test turns it. Source: docs/guides/testing-vitest.md. */

import type { Transaction } from '../../core/ledger/transaction.js';

/** An instant: RFC 3339, or a Date of whole milliseconds. */
export type Time = string | Date;

/** Where a wait ends if what it waits for does not happen; default: the end of the window. */
export interface WaitLimit {
  /** A duration from now, such as `90s` or `1h30m`. */
  readonly within?: string;
  /** An instant. Not together with `within`. */
  readonly before?: Time;
}

/**
 * Simulated time. It moves only by these functions, unless the simulation was made with a paced
 * clock. Every function that moves it resolves when the market has done all that happens by then,
 * and throws RefusedError for a bad value, for an instant in the past, and while the clock plays.
 */
export interface TestClock {
  /** The present, RFC 3339 with nine fraction digits. */
  readonly now: string;
  /** The window, RFC 3339; `to` is exclusive. */
  readonly from: string;
  readonly to: string;
  readonly state: 'playing' | 'paused' | 'ended';
  /** Moves time by a duration, such as `500ms`, `1h30m` or `2d`. @returns the new present. */
  advance(by: string): Promise<string>;
  /** Moves time to an instant that is not in the past. @returns the new present. */
  advanceTo(at: Time): Promise<string>;
  /** Takes the next `count` ticks of the market. @returns the new present. */
  ticks(count?: number): Promise<string>;
  /** Moves time to the next close of a candle, such as `M1`. @returns the new present. */
  candle(granularity: string): Promise<string>;
  /**
   * Moves time until something happens.
   * @param event - `fill`: an ORDER_FILL; `transaction`: any transaction; `tick`: a tick.
   * @returns the transactions that were written meanwhile, oldest first; none for a `tick` alone.
   * @throws Error when it does not happen before the limit.
   */
  until(event: 'fill' | 'transaction' | 'tick', limit?: WaitLimit): Promise<readonly Transaction[]>;
  /**
   * Moves time step by step, for a bot that polls: `for await (const now of clock.steps('1m'))`.
   * @param by - a duration. @param limit - the last step ends there.
   */
  steps(by: string, limit?: WaitLimit): AsyncIterable<string>;
  /** Lets time run with the wall clock; only for a paced clock. @param speed - simulated seconds a second, or `max`. */
  play(speed?: number | 'max'): Promise<void>;
  /** Stops a clock that plays. */
  pause(): Promise<void>;
}
