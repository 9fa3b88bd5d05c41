/**
 * Connections that an agent of `http` or `https` keeps for the next request: those to the front do not
 * grow old while they are free. Node's own agent gives up such a connection after five seconds, which
 * pass in an instant of simulated time, and each poll of a minute would make a new one.
 * Source: decision 0079; lib/_http_agent.js of Node, which starts the timer again at the next request.
 */

import http from 'node:http';
import { pauseTimeout } from './socket-timeouts.mjs';

/** @param {import('./connections.mjs').Connections} connections */
export function keepFreeConnections(connections) {
  const prototype = /** @type {any} */ (http.Agent.prototype);
  const { keepSocketAlive } = prototype;
  prototype.keepSocketAlive = function keepSocketAliveForLong(/** @type {any} */ socket) {
    const isKept = keepSocketAlive.call(this, socket);
    if (isKept && connections.has(socket)) pauseTimeout(socket);
    return isKept;
  };
}
