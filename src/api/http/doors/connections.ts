/**
 * Connections of a server. One beyond the limit takes the place of the one that has been silent for
 * longest, or gets 503 and is closed; paths for machines are answered on it all the same, so that a
 * crowd of clients hides nothing from whoever watches. Source: invariant L5; decision 0025.
 */

import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from '../../sandbox.js';
import { serverBusy } from '../answer/errors.js';
import { isAlwaysAnswered, limitsOf } from './limits.js';

export class Connections {
  readonly #max: number;
  readonly #open = new Set<Socket>();
  /** Those that no request has come by yet, the oldest first. */
  readonly #silent = new Set<Socket>();
  /** Those beyond the limit. */
  readonly #late = new WeakSet<Socket>();
  /** Silent connections that had to make room, since the server started. */
  dropped = 0;

  constructor(options: AppOptions) {
    this.#max = limitsOf(options).connections;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Bytes that the network has not taken yet. */
  get pendingBytes(): number {
    let bytes = 0;
    for (const socket of this.#open) bytes += socket.writableLength;
    return bytes;
  }

  add(socket: Socket): void {
    if (this.#open.size >= this.#max && !this.#dropSilent()) this.#late.add(socket);
    this.#open.add(socket);
    this.#silent.add(socket);
    socket.once('close', () => this.#forget(socket));
  }

  /** Takes note of a request. @returns whether its connection is one too many. */
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

/** Keeps the number of connections within the limit. */
export function addConnections(app: FastifyInstance, options: AppOptions): Connections {
  const connections = new Connections(options);
  app.server.on('connection', (socket: Socket) => connections.add(socket));
  app.addHook('onRequest', (request, reply, done) => {
    if (connections.isLate(request.raw.socket)) {
      reply.header('Connection', 'close');
      if (!isAlwaysAnswered(request)) throw serverBusy();
    }
    done();
  });
  return connections;
}
