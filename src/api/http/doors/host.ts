/**
 * Checks the authority that a request names by RFC 9112 (3.2): exactly one Host header, which is a
 * name or an address and at most a port. Where the target is a whole URL, its authority counts.
 * Links are made from the authority, so it must contain nothing else.
 */

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { RequestFault } from '../faults.js';

const AUTHORITY = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const HOST = 'host';
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

/** Refuses requests with several Hosts, or with one that is more than name and port, with 400. */
export function addHostCheck(app: FastifyInstance): void {
  // Clients write the same header again and again.
  let latest: string | undefined;
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const { host = '' } = raw.headers;
    if (hostsIn(raw.rawHeaders) > 1 || (host !== latest && !isAuthority(host))) {
      throw new RequestFault('malformed-host');
    }
    latest = host;
    done();
  });
}

/** Number of Host headers. @param headers - names and values in turn. */
function hostsIn(headers: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts;
}

function isAuthority(text: string): boolean {
  const match = AUTHORITY.exec(text);
  return match !== null && Number(match[1] ?? 0) <= PORT_MAX;
}
