/**
 * Who gets in: first the Host by which the server is addressed is checked, then the token. A request
 * without a valid token gets 401 on every path, known or not, so that asking reveals nothing.
 * Source: invariants A1-A7.
 */

import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound, RequestFault } from '../faults.js';
import type { Doors } from './doors.js';
import { namesIn } from './forwarded.js';
import type { Grant, Keys } from './tokens.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ids of the accounts that the request's token opens; empty on routes without such a token. */
    accountIDs: readonly string[];
    /** The id of the market of those accounts; empty on routes without such a token. */
    tenant: string;
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const NOBODY: Grant = { tenant: '', accountIDs: [] };

/** What the guard checks by. */
export interface Guarding {
  readonly keys: Keys;
  readonly doors: Doors;
  /** Host names and addresses beside the loopback ones by which the server may be addressed. */
  readonly allowedHosts: readonly string[];
  /** Called with every request that a client's token lets in; not for control and probes. */
  readonly onClient: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Adds the checks of Host and token. Refused requests throw RequestFault 421, 401, 403 or 404. */
export function addGuard(
  app: FastifyInstance,
  { keys, doors, allowedHosts, onClient }: Guarding,
): void {
  const hosts = new Set([...LOOPBACK, ...allowedHosts.map(asAddressed)]);
  app.decorateRequest('accountIDs');
  app.decorateRequest('tenant', '');
  app.addHook('onRequest', (request, reply, done) => {
    if (!namesIn(request).every(name => hosts.has(name))) throw new RequestFault('wrong-host');
    const isElsewhere = doors.isElsewhere(request);
    // The route that will answer, since a request may spell the same path in other ways.
    // Unknown paths have no route, and need an account's token.
    const route = isElsewhere ? '' : (request.routeOptions.url ?? '');
    const { tenant, accountIDs } = admit(route, request, keys, doors);
    request.accountIDs = accountIDs;
    request.tenant = tenant;
    if (isElsewhere) throw notFound();
    if (accountIDs.length > 0) onClient(request, reply);
    done();
  });
}

/** A host name or address as the Host header has it, in lower case. */
function asAddressed(host: string): string {
  return (isIPv6(host) ? `[${host}]` : host).toLowerCase();
}

/** What a request may use on `route`. @throws RequestFault 401 or 403 */
function admit(
  route: string,
  { headers: { authorization } }: FastifyRequest,
  { tokens, control }: Keys,
  doors: Doors,
): Grant {
  if (doors.isOpen(route)) return NOBODY;
  if (doors.isControl(route) && control.grantOf(authorization) !== undefined) return NOBODY;
  const grant = tokens.grantOf(authorization);
  if (grant !== undefined && doors.isControl(route)) throw new RequestFault('control-token-needed');
  if (grant === undefined) throw new RequestFault('unauthorized');
  return grant;
}
