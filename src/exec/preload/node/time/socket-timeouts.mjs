/**
 * Timeouts of sockets on the clock. Node keeps the timer under a symbol of its own and calls `refresh`
 * on it whenever something passes, so that only the timer needs to be another.
 * Source: lib/internal/stream_base_commons.js of Node.
 */

import net from 'node:net';

/** The symbol under which a socket keeps its timer. */
const key = timerKey();

/** @param {import('./timeouts.mjs').Timers} timers */
export function followSocketTimeouts(timers) {
  const prototype = /** @type {any} */ (net.Socket.prototype);
  const { setTimeout: realSetTimeout } = prototype;
  prototype.setTimeout = /** @this {any} */ function setVirtualTimeout(
    /** @type {number} */ delay,
    /** @type {any} */ callback,
  ) {
    // Node's own function checks the arguments and clears the timer; 0 means none.
    realSetTimeout.call(this, delay, callback);
    if (this.destroyed || !(delay > 0)) return this;
    this[key]?.close();
    this[key] = timers.after(() => this._onTimeout(), delay).unref();
    return this;
  };
}

/** Stops the timer of a socket until something passes over the socket again. @param {any} socket */
export function pauseTimeout(socket) {
  socket[key]?.pause();
}

function timerKey() {
  const symbols = Object.getOwnPropertySymbols(new net.Socket());
  const key = symbols.find(({ description }) => description === 'timeout');
  if (key === undefined) throw new Error(`sockets of Node ${process.version} have no timer`);
  return key;
}
