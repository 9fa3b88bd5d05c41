/**
 * What paths take and how they are asked: 405 with `Allow` to every other method on a path that there
 * is, before a body is looked at. `OPTIONS` is among the others: there is no CORS, so that pages of
 * other origins cannot turn the clock or trade. `HEAD` is answered wherever `GET` ends.
 * Source: v20 semantics 2.4; invariant A8; RFC 9110 15.5.6.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { methodNotAllowed } from '../answer/errors.js';

/** Collects the routes that are added from now on. @returns what adds the refusals, at the end. */
export function addMethodTable(app: FastifyInstance): () => void {
  const paths = new Set<string>();
  app.addHook('onRoute', ({ url }) => {
    paths.add(url);
  });
  return () => {
    for (const url of [...paths]) {
      const isTaken = (method: HTTPMethods) => app.hasRoute({ method, url });
      const allow = app.supportedMethods.filter(isTaken).sort().join(', ');
      const refuse = (_request: FastifyRequest, reply: FastifyReply) => {
        reply.header('Allow', allow);
        throw methodNotAllowed();
      };
      app.route({
        method: app.supportedMethods.filter(each => !isTaken(each)),
        url,
        schema: { hide: true } as object,
        onRequest: async (request, reply) => refuse(request, reply),
        handler: refuse,
      });
    }
  };
}
