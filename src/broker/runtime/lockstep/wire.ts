/**
 * What comes in over the connections of a server, as numbers: enough to see that nothing came.
 */

import type { Server, Socket } from 'node:net';

/**
 * Owns the open connections of a server and the bytes of those that have closed. `add` and the end
 * of a connection change them; the sum of bytes never falls.
 */
export class Wire {
  readonly #open = new Set<Socket>();
  #changes = 0;
  #bytesOfClosed = 0;

  /** Counts what comes in on the connections that `server` accepts from now on. */
  watch(server: Pick<Server, 'on'>): void {
    server.on('connection', (socket: Socket) => this.add(socket));
  }

  /** Counts what comes in on a connection. */
  add(socket: Socket): void {
    this.#changes += 1;
    this.#open.add(socket);
    socket.once('close', () => {
      this.#changes += 1;
      this.#bytesOfClosed += socket.bytesRead;
      this.#open.delete(socket);
    });
  }

  /** Whether everything that was written has left for the network. */
  get isFlushed(): boolean {
    return this.unsent === 0;
  }

  /** Bytes that were written and have not left. */
  get unsent(): number {
    let unsent = 0;
    for (const { writableLength } of this.#open) unsent += writableLength;
    return unsent;
  }

  /** Grows whenever a connection is opened or closed, or bytes are read; never falls. */
  get count(): number {
    let count = this.#changes + this.#bytesOfClosed;
    for (const { bytesRead } of this.#open) count += bytesRead;
    return count;
  }
}
