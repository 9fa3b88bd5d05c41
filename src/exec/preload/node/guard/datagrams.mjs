/** UDP: datagrams leave this process for the loopback only. */

import dgram from 'node:dgram';
import { destinationOf } from './destination.mjs';

/** @type {ReadonlySet<string>} */
const NO_HOSTS = new Set();

/**
 * Guards UDP: the broker's hosts are not found there either.
 * @param {import('./refusal.mjs').Refuse} refuse
 */
export function guardDatagrams(refuse) {
  const prototype = /** @type {any} */ (dgram.Socket.prototype);
  const { send, connect } = prototype;
  /** @type {(host: string, port: unknown, how: string) => Error | undefined} */
  const refusal = (host, port, how) =>
    destinationOf(host, NO_HOSTS) === 'refused'
      ? refuse(`${host}:${port}`, 'udp', { code: 'ECONNREFUSED', syscall: how })
      : undefined;
  prototype.send = function sendGuarded(/** @type {any[]} */ ...args) {
    const [port, host] = destinationIn(args);
    const error = refusal(host, port, 'send');
    return error === undefined ? send.apply(this, args) : fail(this, args, error);
  };
  prototype.connect = function connectGuarded(/** @type {any[]} */ ...args) {
    const error = refusal(typeof args[1] === 'string' ? args[1] : '', args[0], 'connect');
    return error === undefined ? connect.apply(this, args) : fail(this, args, error);
  };
}

/**
 * `send(message, [offset, length,] [port,] [address,] [callback])`: the first text after the message
 * is the address.
 * @param {any[]} args
 * @returns {[port: unknown, host: string]}
 */
function destinationIn(args) {
  const index = args.findIndex((value, place) => place > 0 && typeof value === 'string');
  return index < 0 ? [undefined, ''] : [args[index - 1], args[index]];
}

/**
 * @param {dgram.Socket} socket
 * @param {any[]} args
 * @param {Error} error
 */
function fail(socket, args, error) {
  const callback = args.at(-1);
  process.nextTick(() => {
    if (typeof callback === 'function') callback(error);
    else socket.emit('error', error);
  });
}
