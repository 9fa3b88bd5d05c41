/**
 * Checks the authority that a request names by RFC 9112 (3.2): exactly one Host header, which is a
 * name or an address and at most a port. Where the target is a whole URL, its authority counts.
 * Links are made from the authority, so it must contain nothing else.
 */

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from '../request-errors.js';

const AUTHORITY = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const HOST = 'host';
const AUTHORIZATION = 'authorization';
/** What a load balancer asks without a Host. */
const PROBE = '/health';
const PORT_MAX = 65_535;
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i;

/**
 * The path of a request target. A target in absolute form names the host itself, and counts in place
 * of the Host header.
 */
export function pathOfTarget({ url = '/', headers }: IncomingMessage): string {
  if (url.startsWith('/')) return url;
  const [, authority, rest = ''] = ABSOLUTE.exec(url) ?? [];
  if (authority === undefined) return url;
  headers.host = authority;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Refuses requests with several Hosts, or with one that is more than name and port, with 400. Of
 * several tokens Node would take the first, and a proxy before it perhaps another: also 400.
 */
export function addHostCheck(app: FastifyInstance): void {
  // Clients write the same header again and again.
  let latest: string | undefined;
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const { host = '' } = raw.headers;
    if (countOf(HOST, raw.rawHeaders) > 1) throw new RequestError('malformed-host');
    if (countOf(AUTHORIZATION, raw.rawHeaders) > 1) throw new RequestError('several-tokens');
    if (host !== latest && !isAuthority(host) && !isHostless(request)) {
      throw new RequestError('malformed-host');
    }
    if (host !== '') latest = host;
    done();
  });
}

/**
 * Whether a request has no Host because HTTP/1.0 asks for none. Only the probe of a load balancer may
 * come so: every browser sends a Host.
 */
export function isHostless({ raw, url }: FastifyRequest): boolean {
  return raw.httpVersion === '1.0' && raw.headers.host === undefined && url === PROBE;
}

/** Number of headers of a name. @param headers - names and values in turn. */
function countOf(name: string, headers: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < headers.length; at += 2) {
    const each = headers[at] as string;
    if (each.length === name.length && each.toLowerCase() === name) count += 1;
  }
  return count;
}

function isAuthority(text: string): boolean {
  const match = AUTHORITY.exec(text);
  return match !== null && Number(match[1] ?? 0) <= PORT_MAX;
}
