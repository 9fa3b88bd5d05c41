/** A server of TLS and plain HTTP on one port, whose answers a test writes and whose streams it scripts. */

import { constants } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createListener, type Socket } from 'node:net';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { ROOT } from '../files/paths.js';

const FOLDER = join(ROOT, 'test', 'support', 'python');
/** The authority that signed the server's certificate, as PEM. */
export const AUTHORITY = join(FOLDER, 'authority.pem');
const SERVER_PEM = readFileSync(join(FOLDER, 'server.pem'));
const HANDSHAKE = 0x16;

/** One line of a stream, written at an instant in microseconds since 1970. */
export interface StreamLine {
  readonly at: number;
  readonly text: string;
}

/** A request as it came, with its body, before its answer. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly host: string;
  readonly body: string;
  /** The client's port. */
  readonly port: number;
}

/** A request that waits for its answer. */
export interface Held extends Asked {
  readonly answer: (status: number, body: string) => void;
  /** Begins a stream. Each call of the result writes a piece. */
  readonly stream: () => (piece: string) => void;
}

/** The bytes that a connection has had from its client and has given to it: plain text under TLS. */
export interface Bytes {
  readonly received: number;
  readonly sent: number;
}

/** The listening server. */
export interface ScriptedServer {
  readonly port: number;
  /** Open connections by the client's port; undefined while it is not known what they speak. */
  readonly connections: ReadonlyMap<number, () => Bytes | undefined>;
  /** Whether the body of a request has come and has not been read. */
  readonly isReading: () => boolean;
  readonly close: () => Promise<void>;
}

/**
 * Starts the server on a port of the system's choice.
 * @param onRequest - called when a request has come wholly; it may be answered at any time.
 */
export async function scriptedServer(onRequest: (held: Held) => void): Promise<ScriptedServer> {
  const connections = new Map<number, () => Bytes | undefined>();
  const open = new Set<Socket>();
  let reading = 0;
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    reading++;
    void readBody(request).then(body => {
      reading--;
      onRequest(heldRequest(request, response, body));
    });
  };
  const plain = createServer(handle);
  const secure = createSecureServer(
    {
      cert: SERVER_PEM,
      key: SERVER_PEM,
      maxVersion: 'TLSv1.2',
      secureOptions: constants.SSL_OP_NO_TICKET,
    },
    handle,
  );
  for (const server of [plain, secure]) server.keepAliveTimeout = 0;
  const note = (socket: Socket | TLSSocket, port: number) =>
    connections.set(port, () => ({
      received: socket.bytesRead,
      sent: socket.bytesWritten - socket.writableLength,
    }));
  secure.on('secureConnection', socket => note(socket, socket.remotePort ?? 0));
  const listener = createListener({ noDelay: true }, socket => {
    const port = socket.remotePort ?? 0;
    open.add(socket);
    connections.set(port, () => undefined);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      connections.delete(port);
      open.delete(socket);
    });
    byFirstByte(socket, isTls => {
      if (!isTls) note(socket, port);
      (isTls ? secure : plain).emit('connection', socket);
    });
  });
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve));
  return {
    port: (listener.address() as AddressInfo).port,
    connections,
    isReading: () => reading > 0,
    close: async () => {
      const closed = new Promise(resolve => listener.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

function byFirstByte(socket: Socket, then: (isTls: boolean) => void): void {
  const look = () => {
    const head: Buffer | null = socket.read();
    if (head === null) {
      if (!socket.destroyed) socket.once('readable', look);
      return;
    }
    socket.unshift(head);
    then(head[0] === HANDSHAKE);
  };
  socket.once('readable', look);
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request) body += piece;
  return body;
}

function heldRequest(request: IncomingMessage, response: ServerResponse, body: string): Held {
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    host: request.headers.host ?? '',
    body,
    port: request.socket.remotePort ?? 0,
    answer: (status, text) => {
      response.writeHead(status, { 'Content-Length': Buffer.byteLength(text) });
      response.end(text);
    },
    stream: () => {
      response.writeHead(200);
      response.flushHeaders();
      return piece => void response.write(piece);
    },
  };
}
