/**
 * Finds the moment at which everything in this thread waits: two turns of the event loop in which
 * nothing ran but the watch itself, no handshake, no active request and no work in the background. A
 * process that nothing holds any more is not waiting but ending, and says nothing: only a further turn
 * of the loop shows that it stays. On a busy machine a timer can fire before the end, without a turn.
 */

import { createHook } from 'node:async_hooks';

const { setImmediate: realImmediate, setTimeout: realTimeout } = globalThis;
const QUIET_TURNS = 2;
/** Resources by which threads speak to each other. */
const PORTS = new Set(['MESSAGEPORT', 'WORKER']);
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
 * @property {(byOther: boolean) => void} onWoken - called before something runs again: by another thread, or not
 * @property {number} boundary - resources of lower numbers are Node's own, such as the ports of a thread
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
  /** Whether the process seemed to end when it was looked last, and whether the loop has turned since. */
  #seemsToEnd = false;
  #hasTurned = false;
  /** Whether the process seemed to end, and did not. */
  #isStaying = false;
  /** The async ids of what the watch has set up to look again, and whether it is setting it up. */
  #ownIds = new Set();
  #isSettingUp = false;
  /** Whether everything waited when it was looked last. */
  #isIdle = false;
  /**
   * The async ids of ports, by which other threads speak. Ports that have closed stay: no id comes twice, and a
   * hook that hears of their end has Node follow each promise to its end, a tenth of the time of a `fetch`.
   */
  #ports = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  /** @param {Watched} watched */
  constructor(watched) {
    this.#watched = watched;
  }

  start() {
    const { work, boundary } = this.#watched;
    createHook({
      init: (id, type, _, resource) => {
        if (this.#isSettingUp) this.#ownIds.add(id);
        else work.noteMade(id, type, resource);
        if (PORTS.has(type)) this.#ports.add(id);
      },
      before: id => {
        if (this.#ownIds.delete(id)) return;
        work.noteDone(id);
        this.#callbacks++;
        this.#seen++;
        if (this.#isIdle) {
          this.#isIdle = false;
          this.#watched.onWoken(id < boundary || this.#ports.has(id));
        }
        this.#look();
      },
    }).enable();
    this.#look();
  }

  #look() {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#seemsToEnd = false;
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

  #lookLater() {
    this.#isSettingUp = true;
    this.#timer ??= realTimeout(this.#lookAgain, LOOK_AGAIN_MS).unref();
    this.#timer.refresh();
    this.#isSettingUp = false;
  }

  #lookAgain = () => {
    if (this.#isIdle || this.#isLooking) return;
    if (this.#seemsToEnd && !this.#hasTurned) {
      this.#lookLater();
      return;
    }
    const isStaying = this.#seemsToEnd && this.#seen === this.#seenAtEnd;
    this.#look();
    this.#isStaying = isStaying;
  };

  /** Whether nothing holds the process. What Node does not list, such as an addon's, shows in time. */
  #isEnding() {
    if (this.#watched.timers.areHolding || this.#isStaying) return false;
    this.#seenAtEnd = this.#seen;
    this.#seemsToEnd = !(/** @type {any} */ (process)._getActiveHandles().some(holds));
    if (this.#seemsToEnd) this.#noteNextTurn();
    return this.#seemsToEnd;
  }

  /** An immediate that holds nothing runs only if the loop turns again. */
  #noteNextTurn() {
    this.#hasTurned = false;
    this.#isSettingUp = true;
    realImmediate(() => {
      this.#hasTurned = true;
    }).unref();
    this.#isSettingUp = false;
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
