/**
 * The route of a request, found once: Fastify makes an object of all options of a route whenever
 * one of them is read.
 */

import type { FastifyInstance } from 'fastify';
import type { MethodTable } from './method-table.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the path; empty for a path that there is not. */
    route: string;
    /** The name of the operation in the document; undefined for a route without one. */
    operationId: string | undefined;
  }
  interface FastifyContextConfig {
    /** The name of the operation that the route is; absent for a route that is none of v20. */
    readonly operationId?: string;
  }
}

/**
 * Notes the route of each request; to be called before any hook that asks for it.
 * @param methods - knows the paths that do not take the method of a request.
 */
export function addRoute(app: FastifyInstance, methods: MethodTable): void {
  app.decorateRequest('route', '');
  app.decorateRequest('operationId', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, config } = request.routeOptions;
    request.route = url ?? methods.patternOf(request.url) ?? '';
    request.operationId = config.operationId;
    done();
  });
}

/** A test of routes. There are few, so each is tested once. */
export function remembered(test: (route: string) => boolean): (route: string) => boolean {
  const known = new Map<string, boolean>();
  return route => {
    const seen = known.get(route);
    if (seen !== undefined) return seen;
    const is = test(route);
    known.set(route, is);
    return is;
  };
}
