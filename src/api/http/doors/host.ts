/**
 * The authority that a request names, held against what RFC 9112 (3.2) allows: one Host, a name or an
 * address with at most a port, and that of the target where the target is a whole URL. Links are made
 * from it, so nothing else may hide in it.
 */

import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../answer/errors.js';

const AUTHORITY = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const PORT_MAX = 65_535;
const ABSOLUTE = /^https?:\/\/([^/?#]*)(.*)$/i;

/**
 * The path of a request target. A target in absolute form names the host itself, and counts in place
 * of the Host header.
 */
export function pathOfTarget({ url = '/', headers }: IncomingMessage): string {
  const [, authority, rest = ''] = ABSOLUTE.exec(url) ?? [];
  if (authority === undefined) return url;
  headers.host = authority;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Refuses requests with several Hosts, or with one that is more than name and port, with 400. */
export function addHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const names = raw.rawHeaders.filter((each, at) => at % 2 === 0 && /^host$/i.test(each));
    if (names.length > 1 || !isAuthority(raw.headers.host ?? '')) {
      throw new ApiError(400, 'The Host header is malformed');
    }
    done();
  });
}

function isAuthority(text: string): boolean {
  const match = AUTHORITY.exec(text);
  return match !== null && Number(match[1] ?? 0) <= PORT_MAX;
}
