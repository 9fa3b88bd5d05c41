/**
 * `HEAD` is answered wherever `GET` is, but for streams, by the route of `GET`. A route of its own for it
 * would be two of five routes, and a third of the time in which an application is built.
 * Source: v20 semantics 2.4; RFC 9110 9.3.2.
 */

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { MethodTable } from './method-table.js';

/** Owns which requests in progress are `HEAD` and have the route of `GET`; `routed` adds one. */
export class HeadRequests {
  readonly #asGet = new WeakSet<IncomingMessage>();
  readonly #methods: () => MethodTable;

  /** @param methods - gives the methods of each path, once a request comes. */
  constructor(methods: () => MethodTable) {
    this.#methods = methods;
  }

  /** Lets the router find the route of `GET` for a `HEAD` on a path that takes it. @returns `url`. */
  routed(request: IncomingMessage, url: string): string {
    if (request.method === 'HEAD' && this.#methods().takes(url, 'HEAD')) {
      request.method = 'GET';
      this.#asGet.add(request);
    }
    return url;
  }

  /** Gives such requests their method back; to be called before any hook that asks for it. */
  addMethod(app: FastifyInstance): void {
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      if (this.#asGet.has(raw)) raw.method = 'HEAD';
      done();
    });
  }

  /** Takes the body from their answers; to be called after any hook that changes an answer. */
  addAnswer(app: FastifyInstance): void {
    app.addHook('onSend', (request, reply, payload: unknown, done) => {
      if (!this.#asGet.has(request.raw)) return done(null, payload);
      if (isStream(payload)) payload.resume();
      else reply.header('content-length', Buffer.byteLength((payload ?? '') as string | Buffer));
      done(null, null);
    });
  }
}

function isStream(payload: unknown): payload is NodeJS.ReadableStream {
  return typeof (payload as NodeJS.ReadableStream | null | undefined)?.resume === 'function';
}
