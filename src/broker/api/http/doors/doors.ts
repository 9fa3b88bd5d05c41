/**
 * The facts of a server's routes for guard and limits. The application gives the table, so that
 * guard and limits have no path of any facade. A route is the pattern that the router found for a
 * request, `/v3/accounts/:accountID`; it is empty for a path that there is not.
 */

import type { FastifyRequest } from 'fastify';

/** The kinds of routes. */
export interface Doors {
  /** Whether a route asks for no token: health, readiness, metrics, documentation. */
  readonly isOpen: (route: string) => boolean;
  /** Whether a route asks for the control token. */
  readonly isControl: (route: string) => boolean;
  /** Whether a route is answered however much there is to do. */
  readonly isAlwaysAnswered: (route: string) => boolean;
  /** Whether a route is a stream: it is read for as long as the client likes. */
  readonly isStream: (route: string) => boolean;
  /** The class of a route in the figures of latency; undefined for one that takes as long as its reader. */
  readonly classOf: (method: string, route: string) => string | undefined;
  /** Whether a request came to an address at which its route is not. */
  readonly isElsewhere: (request: FastifyRequest) => boolean;
}
