/**
 * Finds the moment at which everything in this thread waits: two turns of the event loop in which
 * nothing ran but the watch itself, no handshake, no active request and no work in the background. A
 * process that nothing holds any more is not waiting but ending, and says nothing.
 */

import { createHook } from 'node:async_hooks';

const { setImmediate: realImmediate, setTimeout: realTimeout } = globalThis;
const QUIET_TURNS = 2;
/**
 * Wall milliseconds after which is looked again: at a request that has ended without a callback, at a
 * process that did not end.
 */
const LOOK_AGAIN_MS = 20;

/**
 * @typedef {object} Watched
 * @property {import('./background-work.mjs').BackgroundWork} work
 * @property {import('./connections.mjs').Connections} connections
 * @property {import('./timeouts.mjs').Timers} timers
 * @property {() => void} onIdle - called once for each time at which everything waits
 * @property {() => void} onWoken - called when something runs again
 */

export class IdleWatch {
  #watched;
  /** Callbacks since the last turn. */
  #callbacks = 0;
  #quietTurns = 0;
  #isLooking = false;
  /** All callbacks, and those before the process seemed to end. */
  #seen = 0;
  #seenAtEnd = 0;
  /** Whether the process seemed to end, and did not. */
  #isStaying = false;
  /** Whether everything waited when it was looked last. */
  #isIdle = false;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  /** @param {Watched} watched */
  constructor(watched) {
    this.#watched = watched;
  }

  start() {
    const { work } = this.#watched;
    createHook({
      init: (id, type, _, resource) => work.noteMade(id, type, resource),
      before: id => {
        work.noteDone(id);
        this.#callbacks++;
        this.#seen++;
        if (this.#isIdle) {
          this.#isIdle = false;
          this.#watched.onWoken();
        }
        this.#look();
      },
    }).enable();
    this.#look();
  }

  #look() {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#isStaying = false;
    this.#nextTurn(0);
  }

  /** @param {number} quietTurns */
  #nextTurn(quietTurns) {
    this.#quietTurns = quietTurns;
    this.#callbacks = 0;
    realImmediate(this.#turn);
  }

  #turn = () => {
    // One of the callbacks is this one.
    if (this.#callbacks > 1) {
      this.#nextTurn(0);
    } else if (this.#isBusy() || this.#isEnding()) {
      // The end of what goes on is a callback, so that nothing needs to turn meanwhile.
      this.#isLooking = false;
      this.#lookLater();
    } else if (this.#quietTurns + 1 < QUIET_TURNS) {
      this.#nextTurn(this.#quietTurns + 1);
    } else {
      this.#isLooking = false;
      this.#isIdle = true;
      this.#watched.onIdle();
    }
  };

  /** That the timer fires is a callback, after which is looked. */
  #lookLater() {
    this.#timer ??= realTimeout(() => {
      // One of the callbacks is this one.
      this.#isStaying = this.#seen === this.#seenAtEnd + 1;
    }, LOOK_AGAIN_MS).unref();
    this.#timer.refresh();
  }

  /** Whether nothing holds the process. What Node does not list, such as an addon's, shows in time. */
  #isEnding() {
    if (this.#watched.timers.areHolding || this.#isStaying) return false;
    this.#seenAtEnd = this.#seen;
    return !(/** @type {any} */ (process)._getActiveHandles().some(holds));
  }

  #isBusy() {
    const { work, connections } = this.#watched;
    const requests = /** @type {any} */ (process)._getActiveRequests();
    return connections.areOpening || work.isGoingOn || requests.length > 0;
  }
}

/** Whether a handle keeps the process alive, as stdout and stderr do not. @param {any} handle */
function holds(handle) {
  return !handle._isStdio && (handle._handle ?? handle).hasRef?.() !== false;
}
