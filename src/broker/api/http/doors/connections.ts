/**
 * The connections of a server. A connection beyond the limit replaces the one that has been silent for
 * longest. Where none is silent, its requests get 503 and it is closed; routes that are always
 * answered are answered on it too, so that monitoring works under load.
 * Source: invariant L5; decision 0025.
 */

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from '../options.js';
import { RequestError } from '../request-errors.js';
import type { Doors } from './doors.js';
import { limitsOf } from './limits.js';

/**
 * Owns the open connections, and which of them are silent or beyond the limit. A connection is
 * added when it opens and removed when it closes; a request makes it no longer silent.
 */
export class Connections {
  readonly #max: number;
  readonly #open = new Set<Socket>();
  /** Connections that have sent no request yet, the oldest first. */
  readonly #silent = new Set<Socket>();
  /** Connections beyond the limit. */
  readonly #late = new WeakSet<Socket>();
  /** Silent connections that were closed to make room, since the server started. */
  dropped = 0;

  constructor(options: AppOptions) {
    this.#max = limitsOf(options).connections;
  }

  /** Open connections. */
  get size(): number {
    return this.#open.size;
  }

  /** Bytes that the network has not taken yet. */
  get pendingBytes(): number {
    let bytes = 0;
    for (const socket of this.#open) bytes += socket.writableLength;
    return bytes;
  }

  /** Counts a new connection until it closes. */
  add(socket: Socket): void {
    if (this.#open.size >= this.#max && !this.#dropSilent()) this.#late.add(socket);
    this.#open.add(socket);
    this.#silent.add(socket);
    socket.once('close', () => this.#forget(socket));
  }

  /** Notes a request. @returns whether its connection is beyond the limit. */
  isLate(socket: Socket): boolean {
    this.#silent.delete(socket);
    return this.#late.has(socket);
  }

  #dropSilent(): boolean {
    for (const socket of this.#silent) {
      this.#forget(socket);
      socket.destroy();
      this.dropped += 1;
      return true;
    }
    return false;
  }

  #forget(socket: Socket): void {
    this.#open.delete(socket);
    this.#silent.delete(socket);
  }
}

/** Keeps the number of connections within the limit. Requests beyond it throw RequestError `busy`. */
export function addConnections(
  app: FastifyInstance,
  options: AppOptions,
  doors: Doors,
): Connections {
  const connections = new Connections(options);
  app.server.on('connection', (socket: Socket) => connections.add(socket));
  app.addHook('onRequest', (request, reply, done) => {
    if (connections.isLate(request.raw.socket)) {
      reply.header('Connection', 'close');
      if (!doors.isAlwaysAnswered(request.route)) throw new RequestError('busy');
    }
    done();
  });
  return connections;
}
