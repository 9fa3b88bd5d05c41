/**
 * TCP: every connection of this thread passes `net.Socket.prototype.connect`, also those of TLS, HTTP,
 * HTTP/2, fetch and packages. Connections to the broker's hosts are sent to the front.
 */

import net from 'node:net';
import { destinationOf } from './destination.mjs';

/** @typedef {net.Socket & { connecting: boolean }} AnySocket */

/**
 * Guards TCP.
 * @param {import('../settings.mjs').Settings} settings
 * @param {import('./refusal.mjs').Refuse} refuse
 */
export function guardSockets({ hosts, frontPort }, refuse) {
  const { connect } = net.Socket.prototype;
  /** @type {any} */ (net.Socket.prototype).connect = function connectGuarded(
    /** @type {any[]} */ ...args
  ) {
    const normalized = normalize(args);
    const [options] = normalized;
    // A path is a socket of this machine. HTTPS passes `path: null`.
    if (options.path == null) {
      const destination = destinationOf(options.host, hosts);
      if (destination === 'refused') return refuseSocket(this, options, refuse);
      if (destination === 'front') normalized[0] = towardsFront(options, frontPort);
    }
    return /** @type {any} */ (connect).call(this, normalized);
  };
}

/**
 * Arguments as options and callback; Node's own callers hand over such an array, which bears a mark.
 * @param {any[]} args
 * @returns {any}
 */
function normalize(args) {
  return Array.isArray(args[0]) ? args[0] : /** @type {any} */ (net)._normalizeArgs(args);
}

/**
 * The name stays for TLS, which has taken it already; the address needs no resolver.
 * @param {any} options
 * @param {number} port
 */
function towardsFront(options, port) {
  const { lookup: _, ...rest } = options;
  return { ...rest, host: '127.0.0.1', port, family: 4, autoSelectFamily: false };
}

/**
 * @param {any} socket
 * @param {any} options
 * @param {import('./refusal.mjs').Refuse} refuse
 */
function refuseSocket(socket, { host, port }, refuse) {
  const error = refuse(`${host}:${port}`, 'connect', { code: 'ECONNREFUSED', syscall: 'connect' });
  socket.connecting = true;
  process.nextTick(() => socket.destroy(error));
  return socket;
}
