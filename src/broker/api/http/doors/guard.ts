/**
 * Lets a request in or refuses it: first the Host by which the server is addressed is checked, then
 * the token, or without one the session of the server's own page. A request without either gets 401
 * on every path, known or not, so that asking reveals nothing. Source: invariants A1-A7.
 */

import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound, RequestError } from '../request-errors.js';
import type { Doors } from './doors.js';
import { namesIn } from './forwarded.js';
import { isHostless } from './host.js';
import type { Grant, Keys } from './tokens.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Ids of the accounts that the request's token opens; empty on routes without such a token. */
    accountIDs: readonly string[];
    /** The id of the market of those accounts; empty on routes without such a token. */
    tenant: string;
    /** Its sender, once it is let in. */
    sender: SenderKind;
    /** The name of the guest whose key or whose session of the page it has; undefined for every other sender. */
    guestName: string | undefined;
  }
}

/**
 * The sender of a request: a client with an account's token, one with the token of control, a guest
 * with a key for some of control, the page, or `nobody` on a path that needs no token.
 */
export type SenderKind = 'client' | 'control' | 'guest' | 'page' | 'nobody';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const NOBODY: Admission = { tenant: '', accountIDs: [], sender: 'nobody' };
const CONTROL: Admission = { ...NOBODY, sender: 'control' };

/** What the guard checks by. */
export interface GuardOptions {
  readonly keys: Keys;
  readonly doors: Doors;
  /** Host names and addresses beside the loopback ones by which the server may be addressed. */
  readonly allowedHosts: readonly string[];
  /**
   * What a request without a token opens as one of the server's own page; undefined when it is none.
   * Absent: there is no page.
   */
  readonly pageGrant?: (request: FastifyRequest, route: string) => PageGrant | undefined;
  /** Called with every request that may use accounts; not for control and probes. */
  readonly onAccounts: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** What a request of the page may use. */
export interface PageGrant extends Grant {
  /** The guest whose session it has; absent: the owner of the server. */
  readonly guestName?: string;
}

/** What a request may use, and its sender. */
interface Admission extends PageGrant {
  readonly sender: SenderKind;
}

/** Adds the checks of Host and token. Refused requests throw RequestError 421, 401, 403 or 404. */
export function addGuard(app: FastifyInstance, guarding: GuardOptions): void {
  const { doors, allowedHosts, onAccounts } = guarding;
  const isHost = hostCheck(new Set([...LOOPBACK, ...allowedHosts.map(asAddressed)]));
  app.decorateRequest('accountIDs');
  app.decorateRequest('tenant', '');
  app.decorateRequest('sender', 'nobody');
  app.decorateRequest('guestName', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    if (!isHostless(request) && !isHost(request)) throw new RequestError('wrong-host');
    const isElsewhere = doors.isElsewhere(request);
    // The route that will answer, since a request may spell the same path in other ways.
    // Unknown paths have no route, and need an account's token.
    const route = isElsewhere ? '' : request.route;
    const { tenant, accountIDs, sender, guestName } = admit(route, request, guarding);
    request.accountIDs = accountIDs;
    request.tenant = tenant;
    request.sender = sender;
    request.guestName = guestName;
    if (isElsewhere) throw notFound();
    if (accountIDs.length > 0) onAccounts(request, reply);
    done();
  });
}

/** Gives the check of whether a request addresses one of `hosts`. */
function hostCheck(hosts: ReadonlySet<string>): (request: FastifyRequest) => boolean {
  // Clients write the same header again and again.
  let latest: string | undefined;
  return request => {
    const { host } = request.headers;
    const isPlain = host !== undefined && request.host === host;
    if (isPlain && host === latest) return true;
    if (!namesIn(request).every(name => hosts.has(name))) return false;
    if (isPlain) latest = host;
    return true;
  };
}

/** A host name or address as the Host header has it, in lower case. */
function asAddressed(host: string): string {
  return (isIPv6(host) ? `[${host}]` : host).toLowerCase();
}

/** What a request may use on `route`. @throws RequestError 401 or 403, or what `pageGrant` throws */
function admit(route: string, request: FastifyRequest, guarding: GuardOptions): Admission {
  const { keys, doors, pageGrant } = guarding;
  if (doors.isOpen(route)) return NOBODY;
  const { authorization } = request.headers;
  const page = authorization === undefined ? pageGrant?.(request, route) : undefined;
  if (page !== undefined) return { ...page, sender: 'page' };
  const { socket } = request.raw;
  if (doors.isControl(route) && keys.control.grantOf(authorization, socket) !== undefined) {
    return CONTROL;
  }
  const guestName = doors.isControl(route) ? keys.guestOf?.(authorization) : undefined;
  if (guestName !== undefined) return { ...NOBODY, sender: 'guest', guestName };
  const grant = keys.tokens.grantOf(authorization, socket);
  if (grant !== undefined && doors.isControl(route)) throw new RequestError('control-token-needed');
  if (grant === undefined) throw new RequestError('unauthorized');
  return { ...grant, sender: 'client' };
}
