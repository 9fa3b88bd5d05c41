/**
 * What a guest's key opens: control of the guest's own simulations and no others, and that only within
 * its quotas. Requests with the tokens of these simulations are within them, too.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KnownSandbox, Sandboxes } from '../../runtime/sandboxes.js';
import { isRead, simulationOf } from '../http/doors/request-facts.js';
import { noSimulation, RequestError } from '../http/request-errors.js';
import type { GuestAccount } from './guest-account.js';
import type { Guests } from './guests.js';
import { isOpenTo } from './own-simulations.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The guest whose key or whose simulation's token a request has; undefined: there is none. */
    guest: GuestAccount | undefined;
  }
}

/** The routes of a server. */
export interface GuestPaths {
  /** What the paths of control begin with. */
  readonly prefix: string;
  /** Routes of control below it that are about no simulation, and open to guests. */
  readonly open: ReadonlySet<string>;
  /** Routes below a simulation that are not open to guests. */
  readonly closed: ReadonlySet<string>;
  /** Those that say what a guest has used, or let it use less. They are answered beyond the quotas. */
  readonly freeing: ReadonlySet<string>;
}

/** What a door is built of. */
export interface GuestDoorParts {
  readonly guests: Guests;
  readonly sandboxes: Sandboxes;
  readonly paths: GuestPaths;
}

/** Adds the checks of guests, after the guard. Refused requests throw RequestError 403, 404 or 429. */
export function addGuests(app: FastifyInstance, parts: GuestDoorParts): void {
  app.decorateRequest('guest', undefined);
  const { guests, sandboxes } = parts;
  app.addHook('onRequest', (request, _reply, done) => {
    const sandbox = sandboxes.known(simulationOf(request));
    const owner = request.guestName ?? ownerOf(request, sandbox);
    request.guest = guests.named(owner);
    if (owner !== undefined && request.guest === undefined) throw noGuest(owner);
    if (request.guestName !== undefined) checkRoute(request, sandbox, parts.paths);
    if (request.guest !== undefined) checkQuotas(request, request.guest, { ...parts, sandbox });
    done();
  });
  addWorkNotes(app);
}

/** The owner of the simulation whose token a request of a client has. */
function ownerOf(
  { sender }: FastifyRequest,
  sandbox: KnownSandbox | undefined,
): string | undefined {
  return sender === 'client' ? sandbox?.owner : undefined;
}

/** 403: the tokens of a simulation would be without quotas, because its guest has none any more. */
function noGuest(name: string): RequestError {
  const sentence = `The guest ${name} of this simulation is not in the file of guests, so its tokens open nothing; the control token can fork or delete it`;
  return new RequestError('no-guest', { sentence });
}

/** @throws RequestError 403 for what no guest may do, 404 for a simulation that is not its own. */
function checkRoute(
  request: FastifyRequest,
  sandbox: KnownSandbox | undefined,
  { prefix, open, closed }: GuestPaths,
): void {
  const route = `${request.method} ${request.route.slice(prefix.length)}`;
  if (open.has(route)) return;
  if (simulationOf(request) === '' || closed.has(route)) {
    throw new RequestError('control-token-needed', { sentence: NOT_FOR_GUESTS });
  }
  if (!isOpenTo(request.guestName, sandbox)) throw noSimulation();
}

const NOT_FOR_GUESTS =
  "A guest's key opens the guest's own simulations only; the control token is needed";

/** @throws RequestError 429 or 403 beyond a quota. */
function checkQuotas(
  request: FastifyRequest,
  guest: GuestAccount,
  { guests, sandbox, paths }: GuestDoorParts & { readonly sandbox: KnownSandbox | undefined },
): void {
  const isControl = request.route.startsWith(paths.prefix);
  const route = `${request.method} ${request.route.slice(paths.prefix.length)}`;
  if (isControl && paths.freeing.has(route)) return;
  guest.check();
  if (isRead(request.method)) return;
  if (sandbox !== undefined) guests.measure(sandbox.id);
  guest.checkBytes();
}

/** Notes how long the thread works on each request of a guest; turns of the clock note their own work. */
function addWorkNotes(app: FastifyInstance): void {
  app.addHook('onRoute', options => {
    const { handler } = options;
    options.handler = function noted(this: FastifyInstance, request, reply) {
      const { guest } = request;
      const handle = () => handler.call(this, request, reply);
      return guest === undefined ? handle() : guest.paid(handle);
    };
  });
}
