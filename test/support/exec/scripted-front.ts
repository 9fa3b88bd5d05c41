/**
 * One loopback port that speaks TLS and plain HTTP, as the front of `orrery exec` does, for tests of
 * preloads. It holds every request back until it is told to serve it, and counts plaintext bytes.
 */

import { constants } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTls } from 'node:tls';
import { ROOT } from '../files/paths.js';

const CERTIFICATES = join(ROOT, 'test', 'support', 'exec', 'certificates');
/** The authority that signed the front's certificate: the path of its PEM. */
export const AUTHORITY = join(CERTIFICATES, 'authority.pem');
const TLS_RECORD = 0x16;

/** A connection of the child, by its local port. */
export interface FrontConnection {
  readonly port: number;
  /** The socket that HTTP is spoken on. */
  readonly socket: Socket;
}

/** A request that waits to be served. */
export interface WaitingRequest {
  readonly port: number;
  readonly request: IncomingMessage;
  readonly body: string;
  readonly response: ServerResponse;
}

export class ScriptedFront {
  readonly connections = new Map<number, FrontConnection>();
  readonly waiting: WaitingRequest[] = [];
  /** Requests whose answers are not written yet. */
  answering = 0;
  #onChange: () => void;
  readonly #http = createHttp((request, response) => void this.#take(request, response));
  readonly #tls = createTls({
    cert: readFileSync(join(CERTIFICATES, 'leaf.pem')),
    key: readFileSync(join(CERTIFICATES, 'leaf.key')),
    ALPNProtocols: ['http/1.1'],
    maxVersion: 'TLSv1.2',
    secureOptions: constants.SSL_OP_NO_TICKET,
  });
  readonly #listener = createTcp({ noDelay: true }, socket => this.#accept(socket));

  /** @param onChange - called when a connection or a request has come or gone */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#http.keepAliveTimeout = 0;
    this.#http.requestTimeout = 0;
    this.#tls.on('secureConnection', socket => {
      const { remotePort: port = 0 } = socket;
      this.connections.set(port, { port, socket });
      this.#http.emit('connection', socket);
    });
    this.#tls.on('tlsClientError', () => undefined);
  }

  /** @returns the port */
  async listen(): Promise<number> {
    await new Promise<void>(resolve => this.#listener.listen(0, '127.0.0.1', resolve));
    return (this.#listener.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    const closed = new Promise(resolve => this.#listener.close(resolve));
    for (const { socket } of this.connections.values()) socket.destroy();
    await closed;
  }

  #accept(socket: Socket): void {
    const { remotePort: port = 0 } = socket;
    this.connections.set(port, { port, socket });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.connections.delete(port);
      this.#onChange();
    });
    socket.once('readable', () => {
      const head = socket.read() as Buffer | null;
      if (head === null) return;
      socket.unshift(head);
      (head[0] === TLS_RECORD ? this.#tls : this.#http).emit('connection', socket);
    });
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    request.on('error', () => undefined);
    for await (const piece of request) pieces.push(piece as Buffer);
    const { remotePort: port = 0 } = request.socket;
    this.waiting.push({ port, request, body: Buffer.concat(pieces).toString(), response });
    this.#onChange();
  }
}
