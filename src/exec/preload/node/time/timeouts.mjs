/**
 * `setTimeout` and `setInterval` on the clock, with Node's order: by deadline, then by creation; ticks
 * and promises between two callbacks; an interval starts again when its callback has returned.
 * Source: lib/internal/timers.js of Node.
 */

import { AsyncResource } from 'node:async_hooks';
import { TimerQueue } from './timer-queue.mjs';

const { setTimeout: realTimeout, setImmediate: realImmediate } = globalThis;
/** Milliseconds: a longer timer is one of 1 ms. Source: lib/internal/timers.js of Node. */
const DELAY_MAX = 2 ** 31 - 1;

/** All timers of a thread. */
export class Timers {
  /** @type {TimerQueue<Timeout>} */
  queue = new TimerQueue();
  /** @type {Map<number, Timeout>} by the number that a program has asked for */
  numbered = new Map();
  /** @type {import('./clock.mjs').Clock} */
  clock;
  /** Timers in the queue that keep the process alive. */
  #holding = 0;
  #holds;

  /**
   * @param {import('./clock.mjs').Clock} clock
   * @param {(isHolding: boolean) => void} holds - told whether timers keep the process alive
   */
  constructor(clock, holds) {
    this.clock = clock;
    this.#holds = holds;
  }

  /** Whether any timer keeps the process alive. */
  get areHolding() {
    return this.#holding > 0;
  }

  /** @param {1 | -1} step */
  count(step) {
    this.#holding += step;
    if (this.#holding === (step > 0 ? 1 : 0)) this.#holds(step > 0);
  }

  /**
   * Fires what is due: each timer in an immediate of its own, between which Node runs ticks and
   * promises as it does between timers.
   */
  fireDue() {
    for (const timeout of this.queue.takeDue(this.clock.now)) {
      timeout.isDue = true;
      realImmediate(fire, timeout);
    }
  }

  /** @param {(...args: any[]) => void} callback @param {unknown} delay @param {unknown[]} args */
  after = (callback, delay, ...args) =>
    new Timeout(this, { callback, delay, args, repeats: false });
  /** @param {(...args: any[]) => void} callback @param {unknown} delay @param {unknown[]} args */
  repeat = (callback, delay, ...args) =>
    new Timeout(this, { callback, delay, args, repeats: true });
  /** @param {unknown} timeout - a timer or its number */
  clear = timeout => {
    const found = timeout instanceof Timeout ? timeout : this.numbered.get(Number(timeout));
    found?.close();
  };
}

/**
 * A timer as Node gives it to programs. The names with underscores are Node's: its own code clears a
 * timer by setting `_onTimeout` to null.
 */
class Timeout extends AsyncResource {
  at = 0;
  order = 0;
  place = -1;
  /** Whether it has left the queue to be fired. */
  isDue = false;
  _destroyed = true;
  #timers;
  #args;
  /** @type {((...args: any[]) => void) | null} */
  #callback;
  #isCounted = false;
  #isReferenced = true;

  /**
   * @param {Timers} timers
   * @param {{ callback: (...args: any[]) => void, delay: unknown, args: unknown[], repeats: boolean }} what
   */
  constructor(timers, { callback, delay, args, repeats }) {
    // Node's own function says what is wrong with such a callback.
    if (typeof callback !== 'function') realTimeout(callback);
    super('Timeout');
    this.#timers = timers;
    this.#args = args;
    this.#callback = callback;
    this._idleTimeout = milliseconds(delay);
    this._repeat = repeats ? this._idleTimeout : null;
    this.#start();
  }

  get _onTimeout() {
    return this.#callback;
  }

  set _onTimeout(callback) {
    this.#callback = callback;
    if (callback === null) this.#stop();
  }

  ref() {
    this.#isReferenced = true;
    this.#recount();
    return this;
  }

  unref() {
    this.#isReferenced = false;
    this.#recount();
    return this;
  }

  hasRef() {
    return this.#isReferenced;
  }

  refresh() {
    if (this.#callback !== null) this.#start();
    return this;
  }

  /** Does not fall due until it is refreshed. */
  pause() {
    this.#stop();
  }

  close() {
    this._onTimeout = null;
    return this;
  }

  [Symbol.toPrimitive]() {
    const number = this.asyncId();
    if (this.#callback !== null) this.#timers.numbered.set(number, this);
    return number;
  }

  [Symbol.dispose]() {
    this.close();
  }

  /** Calls back, unless the timer was cleared or started anew after it fell due. */
  fire() {
    const callback = this.#callback;
    if (!this.isDue || callback === null) return;
    this.isDue = false;
    if (this._repeat === null) this.#forget();
    try {
      this.runInAsyncScope(callback, this, ...this.#args);
    } finally {
      if (this._repeat !== null && this.#callback !== null && this.place < 0) this.#start();
      else this.#recount();
    }
  }

  #start() {
    this.isDue = false;
    const { queue, clock } = this.#timers;
    queue.enter(this, clock.now + this._idleTimeout * 1000);
    this.#recount();
  }

  #stop() {
    this.isDue = false;
    this.#timers.queue.remove(this);
    this.#forget();
    this.#recount();
  }

  #forget() {
    this.#timers.numbered.delete(this.asyncId());
  }

  #recount() {
    const counts = this.#isReferenced && (this.place >= 0 || this.isDue);
    if (counts === this.#isCounted) return;
    this.#isCounted = counts;
    this.#timers.count(counts ? 1 : -1);
  }
}

/** @param {Timeout} timeout */
function fire(timeout) {
  timeout.fire();
}

/** Whole milliseconds as Node takes them. @param {unknown} delay */
function milliseconds(delay) {
  const asked = Number(delay);
  if (asked >= 1 && asked <= DELAY_MAX) return Math.trunc(asked);
  if (asked > DELAY_MAX) {
    const what = `${asked} does not fit into a 32-bit signed integer.`;
    process.emitWarning(`${what}\nTimeout duration was set to 1.`, 'TimeoutOverflowWarning');
  }
  return 1;
}
