/** A connection of the child to the front, with the bytes that passed over it. */

import type { Socket } from 'node:net';

/**
 * Owns the sockets of one connection: the raw one, and after `talkInside` the one within TLS. Its
 * counts of bytes only grow.
 */
export class Connection {
  /** The port at the child's end, by which the child names the connection too. */
  readonly port: number;
  readonly #raw: Socket;
  #talking: Socket;

  constructor(port: number, raw: Socket) {
    this.port = port;
    this.#raw = raw;
    this.#talking = raw;
  }

  /** The socket that HTTP is spoken on: inside TLS, if there is TLS. */
  get socket(): Socket {
    return this.#talking;
  }

  /** Bytes from the child: plaintext where there is TLS. */
  get received(): number {
    return this.#talking.bytesRead;
  }

  /** Bytes to the child that the system has taken: plaintext where there is TLS. */
  get sent(): number {
    return this.#talking.bytesWritten - this.#talking.writableLength;
  }

  /** Bytes to the child that were written, whether the system has taken them or not. */
  get written(): number {
    return this.#talking.bytesWritten;
  }

  /** Whether the connection cannot carry anything any more. */
  get isClosed(): boolean {
    return this.#raw.destroyed;
  }

  /** From now on HTTP is spoken inside TLS. @param inner - the socket of the plaintext. */
  secure(inner: Socket): void {
    this.#talking = inner;
  }

  /** Cuts the connection. */
  destroy(): void {
    this.#raw.destroy();
  }
}
