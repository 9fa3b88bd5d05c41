/**
 * Calls that block the thread: they take time of the wall, and simulated time stands still meanwhile,
 * because a blocked thread cannot say that it waits. They are said, once each.
 */

import childProcess from 'node:child_process';

const BLOCKS =
  'blocks its thread in the time of the wall, and simulated time stands still meanwhile';
const MAY_HANG = `${BLOCKS}: a program that waits for simulated time never ends then; use the form without Sync`;

/** Says which blocking calls the program makes. @param {import('../control-line.mjs').Speaker} control */
export function sayBlocking(control) {
  const told = new Set();
  /** @param {any} owner @param {string} name @param {string} what @param {string} why */
  const follow = (owner, name, what, why) => {
    const original = owner[name];
    owner[name] = (/** @type {any[]} */ ...args) => {
      if (!told.has(what)) control.say({ say: 'unsupported', what, why });
      told.add(what);
      return original.apply(owner, args);
    };
  };
  follow(Atomics, 'wait', 'Atomics.wait', `${BLOCKS}; wait with a timer`);
  for (const name of ['spawnSync', 'execSync', 'execFileSync']) {
    follow(childProcess, name, name, MAY_HANG);
  }
}
