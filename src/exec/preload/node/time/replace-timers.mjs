/** Puts the timers of the clock where programs find timers: globals, `node:timers`, promises, sockets. */

import timersModule from 'node:timers';
import promises from 'node:timers/promises';
import { promisify } from 'node:util';
import { followSocketTimeouts } from './socket-timeouts.mjs';
import { promisedTimers } from './timer-promises.mjs';

/** @param {import('./timeouts.mjs').Timers} timers */
export function replaceTimers(timers) {
  const { sleep, ticks, abortAfter } = promisedTimers(timers);
  Object.defineProperty(timers.after, promisify.custom, { enumerable: true, get: () => sleep });
  named(timers.after, 'setTimeout');
  named(timers.repeat, 'setInterval');
  for (const owner of /** @type {any[]} */ ([globalThis, timersModule])) {
    owner.setTimeout = timers.after;
    owner.setInterval = timers.repeat;
    owner.clearTimeout = timers.clear;
    owner.clearInterval = timers.clear;
  }
  const promised = /** @type {any} */ (promises);
  promised.setTimeout = sleep;
  promised.setInterval = ticks;
  Object.getPrototypeOf(promised.scheduler).wait = (
    /** @type {number} */ delay,
    /** @type {import('./timer-promises.mjs').Options} */ options,
  ) => sleep(delay, undefined, options);
  AbortSignal.timeout = abortAfter;
  followSocketTimeouts(timers);
}

/** @param {Function} target @param {string} name */
function named(target, name) {
  Object.defineProperty(target, 'name', { value: name, configurable: true });
}
