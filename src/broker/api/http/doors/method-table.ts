/**
 * The methods of each path. Any other method on a known path gets 405 with `Allow`, before its body is
 * read. `OPTIONS` gets 405 too: there is no CORS, so that pages of other origins can neither turn the
 * clock nor trade. `HEAD` is answered wherever `GET` is, but for streams.
 * Source: v20 semantics 2.4; invariant A8; RFC 9110 15.5.6.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { RequestFault } from '../faults.js';

/** Collects the routes that are added from now on. @returns a function that adds the refusals; call it last. */
export function addMethodTable(app: FastifyInstance): () => void {
  const methodsOf = new Map<string, Set<HTTPMethods>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set<HTTPMethods>();
    methodsOf.set(url, methods);
    for (const each of [method].flat()) methods.add(each);
  });
  return () => {
    for (const [url, methods] of [...methodsOf]) {
      // The root route of a plugin stands with and without its last slash; the hook hears of one.
      const isTaken = (method: HTTPMethods) =>
        methods.has(method) || (url.endsWith('/') && app.hasRoute({ method, url }));
      const taken = new Set(app.supportedMethods.filter(isTaken));
      const refused = app.supportedMethods.filter(each => !taken.has(each));
      if (refused.length === 0) continue;
      const allow = [...taken].sort().join(', ');
      const refuse = (_request: FastifyRequest, reply: FastifyReply) => {
        reply.header('Allow', allow);
        throw new RequestFault('method-not-allowed');
      };
      app.route({
        method: refused,
        url,
        schema: { hide: true } as object,
        onRequest: async (request, reply) => refuse(request, reply),
        handler: refuse,
      });
    }
  };
}
