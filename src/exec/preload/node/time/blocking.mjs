/**
 * Calls that block the thread are waits like any other: before one the thread says that it waits, and after
 * it asks what time it is, or for its turn.
 */

import { aroundBlocking, startedPrograms, startedThreads } from '../guard/children.mjs';

/** Real milliseconds between two looks of a thread that another one may wake. */
const LOOK_MS = 1;
const MICROS_PER_MS = 1_000;

/**
 * Has `Atomics.wait` wait in simulated time.
 * @param {import('./clock.mjs').Clock} clock
 * @param {import('../control-line.mjs').ControlLine} control
 * @param {(waiting: object) => void} sayIdle - says that the thread waits, with these fields
 */
export function waitInTurns(clock, control, sayIdle) {
  const wait = /** @type {any} */ (Atomics.wait);
  Atomics.wait = (/** @type {any[]} */ ...[cells, at, value, timeout = Infinity]) => {
    // Node's own function checks the arguments.
    const now = wait(cells, at, value, 0);
    if (now !== 'timed-out' || !(timeout > 0)) return now;
    const until = Number.isFinite(timeout) ? clock.now + Math.ceil(timeout * MICROS_PER_MS) : null;
    const isOver = () => until !== null && clock.now >= until;
    for (;;) {
      sayIdle({ until });
      for (let hasHeard = false; !hasHeard; hasHeard = control.hearNow()) {
        const woken = wait(cells, at, value, LOOK_MS);
        if (woken === 'timed-out') continue;
        control.ask({ say: 'turn' });
        return 'ok';
      }
      if (isOver()) return 'timed-out';
    }
  };
}

/**
 * Has `spawnSync` and its like wait in simulated time.
 * @param {import('../control-line.mjs').ControlLine} control
 * @param {(waiting: object) => void} sayIdle - says that the process waits, with these fields
 */
export function waitForPrograms(control, sayIdle) {
  aroundBlocking((name, call) => {
    const started = [...startedThreads(), ...startedPrograms(), name];
    sayIdle({ isBlocked: true, until: null, started });
    try {
      return call();
    } finally {
      control.ask({ say: 'time' });
    }
  });
}
