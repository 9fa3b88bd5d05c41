/**
 * The methods of each path. Any other method on a known path gets 405 with `Allow`, before its body is
 * read. `OPTIONS` gets 405 too: there is no CORS, so that pages of other origins can neither turn the
 * clock nor trade. A path that takes `GET` takes `HEAD`, but for streams (`head-requests.ts`).
 * Source: v20 semantics 2.4; invariant A8; RFC 9110 15.5.6.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { RequestError } from '../request-errors.js';
import { PathTable } from './path-table.js';

/**
 * Owns the methods of the paths of an application, until `close` fixes them. A route for each
 * method that a path does not take would be seven of eight routes, and half of the time in which a
 * server starts; so only paths are kept, and a request without a route is looked up among them.
 */
export class MethodTable {
  readonly #methods = new Map<string, Set<HTTPMethods>>();
  readonly #paths = new PathTable();
  readonly #byMethod = new Map<HTTPMethods, PathTable>();

  readonly #app: FastifyInstance;
  #isClosed = false;

  /**
   * Collects the routes that are added to `app` from now on.
   * @param owned - prefixes under which every path is one of the application, also if it has no method.
   */
  constructor(app: FastifyInstance, owned: readonly string[]) {
    this.#app = app;
    for (const prefix of owned) this.#paths.add(`${prefix}*`);
    app.addHook('onRoute', ({ url, method, exposeHeadRoute }) => {
      if (this.#isClosed) return;
      for (const each of [method].flat()) this.#add(url, each);
      if (method === 'GET' && exposeHeadRoute !== false) this.#methods.get(url)?.add('HEAD');
    });
  }

  /** Whether the path in a URL takes `method`; a URL that cannot be read takes none. */
  takes(url: string, method: HTTPMethods): boolean {
    try {
      return this.#methods.get(this.patternOf(url) ?? '')?.has(method) === true;
    } catch {
      return false;
    }
  }

  /** The pattern of the path in a URL; undefined for a path that there is not. */
  patternOf(url: string): string | undefined {
    return this.#paths.find(url);
  }

  /** Refuses requests without a route on paths that there are. */
  refuse(): void {
    this.#app.addHook('onRequest', (request, reply, done) => {
      const methods = request.is404 ? this.#methods.get(request.route) : undefined;
      if (methods !== undefined) refuse(reply, methods);
      done();
    });
  }

  /** Adds refusals where the router would find another path; call it when all routes are added. */
  close(): void {
    const app = this.#app;
    this.#isClosed = true;
    for (const [url, methods] of this.#methods) {
      const others = app.supportedMethods.filter(
        each => !methods.has(each) && this.#byMethod.get(each)?.find(url) !== undefined,
      );
      if (others.length === 0) continue;
      const handler = (_request: FastifyRequest, reply: FastifyReply) => refuse(reply, methods);
      app.route({
        method: others,
        url,
        onRequest: async (request, reply) => handler(request, reply),
        handler,
      });
    }
  }

  #add(url: string, method: HTTPMethods): void {
    const methods = this.#methods.get(url) ?? new Set();
    this.#methods.set(url, methods.add(method));
    this.#paths.add(url);
    const paths = this.#byMethod.get(method) ?? new PathTable();
    this.#byMethod.set(method, paths);
    paths.add(url);
  }
}

function refuse(reply: FastifyReply, methods: ReadonlySet<HTTPMethods>): never {
  reply.header('Allow', [...methods].sort().join(', '));
  throw new RequestError('method-not-allowed');
}
