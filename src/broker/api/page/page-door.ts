/**
 * Lets requests of the page in: they have the cookie of a session in place of a token. On control
 * routes they may do what the control token may; on those of the API the header `Orrery-Simulation`
 * names the simulation, and every account of it is open. A write needs that header, which no other
 * site can send without CORS. The session of a guest opens what the guest's key does, and the accounts of the guest's
 * own simulations. Source: decisions 0044 and 0119; invariants A7-A9.
 */

import type { FastifyRequest } from 'fastify';
import { present } from '../../../core/base/present.js';
import { MAIN, type Sandboxes } from '../../runtime/sandboxes.js';
import type { Guests } from '../guests/guests.js';
import { isOpenTo } from '../guests/own-simulations.js';
import type { Doors } from '../http/doors/doors.js';
import type { PageGrant } from '../http/doors/guard.js';
import type { Grant } from '../http/doors/tokens.js';
import { noSimulation, RequestError } from '../http/request-errors.js';
import { checkOwnSite } from './own-site.js';
import type { LoginSession, Sessions } from './sessions.js';

/** Names the simulation of a request of the page. */
const SIMULATION_HEADER = 'orrery-simulation';
const CONTROL: Grant = { tenant: '', accountIDs: [] };
const PORT = /:(\d+)$/;

/** The door of the page. */
export interface PageDoorParts {
  readonly sessions: Sessions;
  readonly sandboxes: Sandboxes;
  readonly guests: Guests;
  readonly doors: Doors;
  /** Hosts by which the server is known, with ports, beside the one that a request names. */
  readonly hosts: readonly string[];
}

/** Knows requests of the page. */
export class PageDoor {
  readonly #parts: PageDoorParts;

  constructor(parts: PageDoorParts) {
    this.#parts = parts;
  }

  /** The session that a request's cookie names; undefined without one that lasts. */
  sessionOf(request: FastifyRequest): LoginSession | undefined {
    const { cookie } = request.headers;
    if (cookie === undefined) return undefined;
    const { sessions, guests } = this.#parts;
    const before = `${cookieName(request)}=`;
    for (const part of cookie.split(';')) {
      const text = part.trim();
      if (!text.startsWith(before)) continue;
      const session = sessions.of(text.slice(before.length), name => guests.named(name));
      if (session !== undefined) return session;
    }
    return undefined;
  }

  /** Refuses a request that another site has caused. @throws RequestError 403 */
  check(request: FastifyRequest): void {
    checkOwnSite(request, this.#parts.hosts);
  }

  /**
   * What a request opens on `route` as one of the page; undefined when it is none. Streams are for
   * clients: the page reads the feed.
   * @throws RequestError 403 from another site or without the header, 404 for an unknown simulation, and for one that
   * is not of the session's guest.
   */
  grantOf(request: FastifyRequest, route: string): PageGrant | undefined {
    const { doors } = this.#parts;
    const session = doors.isStream(route) ? undefined : this.sessionOf(request);
    if (session === undefined) return undefined;
    this.check(request);
    const { method, headers } = request;
    const named = headers[SIMULATION_HEADER];
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead && named === undefined) throw new RequestError('simulation-header-needed');
    const { guest: guestName } = session;
    const grant = doors.isControl(route)
      ? CONTROL
      : this.#accountsOf(String(named ?? MAIN), guestName);
    return { ...grant, ...present({ guestName }) };
  }

  #accountsOf(id: string, guestName: string | undefined): Grant {
    const { sandboxes } = this.#parts;
    const accountIDs = sandboxes.accountIDsOf(id);
    if (accountIDs === undefined || !isOpenTo(guestName, sandboxes.known(id))) throw noSimulation();
    return { tenant: id, accountIDs };
  }
}

/** The name of the cookie: browsers send cookies to every port of a host, so it has the port in it. */
export function cookieName({ host }: FastifyRequest): string {
  return `orrery_${PORT.exec(host)?.[1] ?? 'default'}`;
}
