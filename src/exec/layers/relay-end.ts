/** The other end of the relay of strict mode: it brings the connections from the namespace to the front. */

import { connect, createServer, type Socket } from 'node:net';
import type { Front } from '../front/front.js';

/** The front that gets the connections, and a callback. */
export interface RelayListener {
  readonly front: Pick<Front, 'port' | 'claim'>;
  /** A name that the namespace's name server refused. */
  readonly onRefused: (name: string) => void;
}

/** Bytes that the first line may have. */
const LINE_MAX = 1_024;

/**
 * Owns a Unix socket and the connections that came over it. `listen` opens it, `close` cuts all of
 * them.
 */
export class RelayEnd {
  readonly #listener: RelayListener;
  readonly #server = createServer(socket => this.#accept(socket));
  readonly #open = new Set<Socket>();
  /** Called with each new socket on the way between the relay and the front. */
  onSocket: (socket: Socket) => void = () => undefined;

  constructor(listener: RelayListener) {
    this.#listener = listener;
  }

  /** Listens on a Unix socket. */
  async listen(path: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(path, resolve);
    });
  }

  /** Cuts all connections. */
  async close(): Promise<void> {
    const closed = new Promise(resolve => this.#server.close(resolve));
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  #accept(socket: Socket): void {
    this.#open.add(socket);
    this.onSocket(socket);
    socket.once('close', () => this.#open.delete(socket));
    socket.on('error', () => socket.destroy());
    firstLine(socket, line => {
      const { port, refused } = JSON.parse(line) as { port?: number; refused?: string };
      if (refused !== undefined) {
        this.#listener.onRefused(refused);
        socket.destroy();
      }
      if (port !== undefined) this.#hand(socket, port);
    });
  }

  /** Brings a connection to the front, in the name of the child's port. */
  #hand(socket: Socket, childPort: number): void {
    const { front } = this.#listener;
    const inner = connect({ host: '127.0.0.1', port: front.port, noDelay: true });
    this.onSocket(inner);
    inner.once('connect', () => front.claim(inner.localPort ?? 0, childPort));
    socket.pipe(inner).pipe(socket);
    inner.on('error', () => socket.destroy());
    socket.once('close', () => inner.destroy());
  }
}

/** Reads the first line; what comes after it stays to be read. */
function firstLine(socket: Socket, then: (line: string) => void): void {
  let head: Buffer = Buffer.alloc(0);
  const read = () => {
    for (let piece: Buffer | null = socket.read(); piece !== null; piece = socket.read()) {
      head = Buffer.concat([head, piece]);
      const end = head.indexOf(10);
      if (end < 0 && head.length > LINE_MAX) socket.destroy();
      if (end < 0) continue;
      socket.removeListener('readable', read);
      socket.unshift(head.subarray(end + 1));
      then(head.toString('utf8', 0, end));
      return;
    }
  };
  socket.on('readable', read);
}
