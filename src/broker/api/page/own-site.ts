/**
 * Whether a request comes from the server's own page. Browsers say from which site a request comes;
 * other programs say nothing, and cannot be made to send a cookie by a hostile page.
 * Source: decision 0044; invariants A7-A9.
 */

import type { FastifyRequest } from 'fastify';
import { RequestError } from '../http/request-errors.js';

/**
 * Values of Sec-Fetch-Site for requests of the page itself and for an address that a person typed.
 */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none']);

/**
 * Refuses a request that another site has caused.
 * @param hosts - by which the server is known beside the one that the request names, with ports.
 * @throws RequestError 403
 */
export function checkOwnSite(request: FastifyRequest, hosts: readonly string[]): void {
  const { origin, host = '', 'sec-fetch-site': site } = request.headers;
  const own = [request.host, host, ...hosts].map(each => each.toLowerCase());
  const isForeign = origin !== undefined && !own.includes(hostOf(origin));
  const isCross = site !== undefined && !OWN_SITES.has(String(site));
  if (isForeign || isCross) throw new RequestError('cross-site');
}

/** The host and port of an origin; empty for one that has none, such as `null`. */
function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '';
}
