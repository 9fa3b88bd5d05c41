/**
 * Calls that block the thread. One that waits for a program is a wait like any other: before it the
 * process says that it waits, and after it asks what time it is. `Atomics.wait` takes time of the wall,
 * while simulated time stands still; that is said once.
 */

import { aroundBlocking, startedPrograms } from '../guard/children.mjs';

const WHY =
  'blocks its thread in the time of the wall, and simulated time stands still meanwhile; wait with a timer';

/** Says that the program blocks its thread. @param {import('../control-line.mjs').Speaker} control */
export function sayBlocking(control) {
  const { wait } = Atomics;
  let isSaid = false;
  Atomics.wait = (/** @type {any[]} */ ...args) => {
    if (!isSaid) control.say({ say: 'unsupported', what: 'Atomics.wait', why: WHY });
    isSaid = true;
    return /** @type {any} */ (wait)(...args);
  };
}

/**
 * Has `spawnSync` and its like wait in simulated time.
 * @param {import('../control-line.mjs').ControlLine} control
 * @param {(waiting: object) => void} sayIdle - says that the process waits, with these fields
 */
export function waitForPrograms(control, sayIdle) {
  aroundBlocking((name, call) => {
    sayIdle({ isBlocked: true, until: null, started: [...startedPrograms(), name] });
    try {
      return call();
    } finally {
      control.ask({ say: 'time' });
    }
  });
}
