/**
 * Requests that ask for a WebSocket, brought to the router like any other, so that host, token and
 * limits are checked by the same doors. A request that asks for another protocol (Java's client
 * asks for h2c) is a plain request, as HTTP requires for a protocol that a server does not have.
 * Source: RFC 9110 7.8.
 */

import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** A connection that asks for a WebSocket. */
export interface UpgradeRequest {
  readonly socket: Duplex;
  /** What came behind the head of the request. */
  readonly head: Buffer;
}

/**
 * A request as Node's parser makes it; Node reads from it whether it requests another protocol.
 * Owns that mark, which the parser sets.
 */
export class NodeRequest extends IncomingMessage {
  /** Without a value of its own: Node sets it before fields of this class would be set. */
  declare protected wantsUpgrade: boolean;

  get upgrade(): boolean {
    if (!this.wantsUpgrade) return false;
    return this.method === 'CONNECT' || this.headers.upgrade?.toLowerCase() === 'websocket';
  }

  set upgrade(wants: boolean | null) {
    this.wantsUpgrade = wants === true;
  }
}

const UPGRADING = new WeakMap<IncomingMessage, UpgradeRequest>();

/** The connection of a request that asks for a WebSocket; undefined for any other. */
export function upgradingOf(request: IncomingMessage): UpgradeRequest | undefined {
  return UPGRADING.get(request);
}

/** Has `app` route requests that ask for a WebSocket. A route that does not take one answers and closes. */
export function addUpgrades(app: FastifyInstance): void {
  const server: Server = app.server;
  server.on('upgrade', (request, socket, head) => {
    // Node listens for errors no more; the connection's end is all that they mean here.
    socket.on('error', () => socket.destroy());
    UPGRADING.set(request, { socket, head });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(request.socket);
    // Nothing reads from this connection any more, so it is closed even if the client never closes
    // it.
    response.once('finish', () => request.socket.destroySoon());
    app.routing(request, response);
  });
}
