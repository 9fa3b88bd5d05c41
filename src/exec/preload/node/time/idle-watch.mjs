/**
 * Finds the moment at which everything in this thread waits: two turns of the event loop in which
 * nothing ran but the watch itself, no handshake, no active request and no work in the background.
 */

import { createHook } from 'node:async_hooks';

const { setImmediate: realImmediate, setTimeout: realTimeout } = globalThis;
const QUIET_TURNS = 2;
/** Wall milliseconds after which a request is looked at again that has ended without a callback. */
const LOOK_AGAIN_MS = 20;

/**
 * @typedef {object} Watched
 * @property {import('./background-work.mjs').BackgroundWork} work
 * @property {import('./connections.mjs').Connections} connections
 * @property {() => void} onIdle - called once for each time at which everything waits
 */

export class IdleWatch {
  #watched;
  /** Callbacks since the last turn. */
  #callbacks = 0;
  #quietTurns = 0;
  #isLooking = false;
  /** That a timer fires is a callback too. */
  #lookAgain = realTimeout(() => undefined, LOOK_AGAIN_MS).unref();

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
        this.#look();
      },
    }).enable();
    this.#look();
  }

  #look() {
    if (this.#isLooking) return;
    this.#isLooking = true;
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
    } else if (this.#isBusy()) {
      // The end of what goes on is a callback, so that nothing needs to turn meanwhile.
      this.#isLooking = false;
      this.#lookAgain.refresh();
    } else if (this.#quietTurns + 1 < QUIET_TURNS) {
      this.#nextTurn(this.#quietTurns + 1);
    } else {
      this.#isLooking = false;
      this.#watched.onIdle();
    }
  };

  #isBusy() {
    const { work, connections } = this.#watched;
    const requests = /** @type {any} */ (process)._getActiveRequests();
    return connections.areOpening || work.isGoingOn || requests.length > 0;
  }
}
