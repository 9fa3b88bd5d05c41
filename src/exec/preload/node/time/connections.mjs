/**
 * This thread's connections to the front: which are being opened, how many bytes of plaintext passed
 * over each, and in which order they were last sent on. Connections are opened one after the other,
 * because two handshakes at once end in the order of the system's scheduler.
 */

import net from 'node:net';
import tls from 'node:tls';

/**
 * @typedef {object} Connection
 * @property {any} socket - on which the program speaks: inside TLS, if there is TLS
 * @property {number} port - local
 * @property {number} order - of the last sending, or of the opening
 * @property {boolean} isReported - whether a report has named it
 */

export class Connections {
  /** @type {Map<net.Socket, Connection>} by every socket of a connection */
  #connections = new Map();
  /** @type {{ socket: any, connect: () => void }[]} */
  #waiting = [];
  /** @type {Set<net.Socket>} sockets in a handshake */
  #opening = new Set();
  #orders = 0;
  /** How often something was sent, or a connection begun. */
  sendings = 0;

  /** Whether a handshake has not ended. */
  get areOpening() {
    return this.#opening.size > 0;
  }

  /** Whether a socket is one of a connection. @param {net.Socket} socket */
  has(socket) {
    return this.#connections.has(socket);
  }

  /**
   * Open connections, the one first that was sent on longest ago: local port, bytes sent, bytes received.
   * `unread` are the ports of those whose program does not read at present.
   */
  report() {
    const alive = this.#alive();
    for (const connection of alive) connection.isReported = true;
    alive.sort((one, other) => one.order - other.order);
    return {
      connections: alive.map(row),
      unread: alive.filter(({ socket }) => !socket._handle?.reading).map(({ port }) => port),
    };
  }

  /** The same rows in no order. */
  rows() {
    return this.#alive().map(row);
  }

  #alive() {
    const open = new Set(this.#connections.values());
    return [...open].filter(({ socket }) => !socket.destroyed);
  }

  /**
   * Opens a connection as soon as no other is being opened.
   * @param {any} socket
   * @param {() => void} connect
   */
  open(socket, connect) {
    const order = this.#orders++;
    this.sendings++;
    // Node says so from the call on, and callers look at it.
    socket.connecting = true;
    this.#waiting.push({
      socket,
      connect: () => {
        this.#watch(socket, () => {
          const { localPort: port } = socket;
          this.#add(socket, { socket, port, order, isReported: false });
        });
        connect();
      },
    });
    this.#openNext();
  }

  /** TLS begins on a connection that is open, as in a proxy's tunnel. @param {any} inner @param {any} outer */
  secure(inner, outer) {
    const connection = this.#connections.get(inner);
    if (connection === undefined) return;
    this.#watch(outer, () => {
      connection.socket = outer;
      this.#add(outer, connection);
    });
  }

  /**
   * Something was sent. What was sent as soon as a connection was open counts from its opening.
   * @param {net.Socket} socket
   */
  noteSending(socket) {
    const connection = this.#connections.get(socket);
    if (connection !== undefined) this.sendings++;
    if (connection?.isReported) connection.order = this.#orders++;
  }

  #openNext() {
    while (this.#opening.size === 0 && this.#waiting.length > 0) {
      const { socket, connect } = /** @type {any} */ (this.#waiting.shift());
      if (!socket.destroyed) connect();
    }
  }

  /**
   * Waits for the end of a handshake.
   * @param {any} socket
   * @param {() => void} onOpen
   */
  #watch(socket, onOpen) {
    this.#opening.add(socket);
    const settled = () => {
      if (this.#opening.delete(socket)) this.#openNext();
    };
    const opened = socket instanceof tls.TLSSocket ? 'secureConnect' : 'connect';
    socket.prependOnceListener(opened, () => {
      onOpen();
      settled();
    });
    socket.once('close', settled);
  }

  /** @param {any} socket @param {Connection} connection */
  #add(socket, connection) {
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#connections.delete(socket));
  }
}

/** @param {Connection} connection */
function row({ port, socket }) {
  return [port, socket.bytesWritten - socket.writableLength, socket.bytesRead];
}

/**
 * Follows all connections to the front. The guard, which comes after, gives `connect` its options in
 * the form of Node's own callers.
 * @param {Connections} connections
 * @param {number} frontPort
 */
export function followConnections(connections, frontPort) {
  const prototype = /** @type {any} */ (net.Socket.prototype);
  const { connect, _writeGeneric: write } = prototype;
  prototype.connect = function connectFollowed(/** @type {[[any, any]]} */ ...args) {
    const [[options]] = args;
    const leadsToFront = options.path == null && Number(options.port) === frontPort;
    if (!leadsToFront) return connect.apply(this, args);
    connections.open(this, () => connect.apply(this, args));
    return this;
  };
  prototype._writeGeneric = function writeFollowed(/** @type {any[]} */ ...args) {
    connections.noteSending(this);
    return write.apply(this, args);
  };
  const { connect: connectTls } = tls;
  /** @type {any} */ (tls).connect = (/** @type {any[]} */ ...args) => {
    const outer = /** @type {any} */ (connectTls)(...args);
    const inner = args.find(arg => arg?.socket instanceof net.Socket)?.socket;
    if (inner !== undefined) connections.secure(inner, outer);
    return outer;
  };
}
