/**
 * The time in which faults wait: real time, unless the code that moves simulated time gives
 * another.
 */

import type { ServerResponse } from 'node:http';

export interface FaultTime {
  /** Microseconds; differences alone mean something. */
  readonly now: number;
  /**
   * Calls `then` after some microseconds.
   * @param answering - the answer that waits; absent when a stream that is open does.
   * @returns what calls it off
   */
  after(micros: number, then: () => void, answering?: ServerResponse): () => void;
}

const MICROS_PER_MILLI = 1_000;

/** The time of the wall. A stream that waits keeps no process alive. */
export const WALL_TIME: FaultTime = {
  get now() {
    return performance.now() * MICROS_PER_MILLI;
  },
  after(micros, then, answering) {
    const timer = setTimeout(then, micros / MICROS_PER_MILLI);
    if (answering === undefined) timer.unref();
    return () => clearTimeout(timer);
  },
};
