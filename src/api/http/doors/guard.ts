/**
 * Who gets in: the Host that the server may be addressed under, then the token. A request without
 * a valid token gets 401 on every path, known or not, so that nothing can be found out by asking.
 * Source: invariants A1-A7.
 */

import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppOptions, Sandbox } from '../../sandbox.js';
import { isBesideStreams } from '../../v20/stream/stream-port.js';
import { ApiError, notFound, unauthorized } from '../answer/errors.js';
import { namesIn } from './forwarded.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Account ids that the request's token opens; empty on paths without a token. */
    accountIDs: readonly string[];
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** Routes that ask for no token: whether the server lives, and its documentation. */
const OPEN = /^\/(?:|health|ready|metrics|docs(?:\/.*)?|openapi\.json)$/;
const NOBODY: readonly string[] = [];

/** Adds the checks of Host and token. */
export function addGuard(app: FastifyInstance, sandbox: Sandbox, options: AppOptions): void {
  const hosts = new Set([...LOOPBACK, ...(options.allowedHosts ?? []).map(asAddressed)]);
  app.decorateRequest('accountIDs');
  app.addHook('onRequest', (request, _reply, done) => {
    if (!namesIn(request).every(name => hosts.has(name))) {
      throw new ApiError(421, 'This server is not addressed by that host name');
    }
    const isBeside = isBesideStreams(request);
    // The route that will answer: what is written in the request may spell the same path otherwise.
    // Unknown paths have none, and ask for an account's token.
    const route = isBeside ? '' : (request.routeOptions.url ?? '');
    request.accountIDs = admit(route, request, sandbox);
    if (isBeside) throw notFound();
    // What opens accounts is a client's; control and probes have none.
    if (request.accountIDs.length > 0) sandbox.clock.clientTook('request');
    done();
  });
}

/** A host name or address as the Host header has it, in small letters. */
function asAddressed(host: string): string {
  return (isIPv6(host) ? `[${host}]` : host).toLowerCase();
}

function admit(
  route: string,
  request: FastifyRequest,
  { tokens, control }: Sandbox,
): readonly string[] {
  if (OPEN.test(route)) return NOBODY;
  const { authorization } = request.headers;
  if (route.startsWith('/_sim/')) {
    if (control.accountsOf(authorization) !== undefined) return NOBODY;
    // An account's token is known, and opens other doors.
    if (tokens.accountsOf(authorization) !== undefined) {
      throw new ApiError(403, 'The control token is needed here');
    }
    throw unauthorized();
  }
  const accountIDs = tokens.accountsOf(authorization);
  if (accountIDs === undefined) throw unauthorized();
  return accountIDs;
}
