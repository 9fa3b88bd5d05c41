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
  const paths = new Set<string>();
  app.addHook('onRoute', ({ url }) => {
    paths.add(url);
  });
  return () => {
    for (const url of [...paths]) {
      const isTaken = (method: HTTPMethods) => app.hasRoute({ method, url });
      const refused = app.supportedMethods.filter(each => !isTaken(each));
      if (refused.length === 0) continue;
      const allow = app.supportedMethods.filter(isTaken).sort().join(', ');
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
