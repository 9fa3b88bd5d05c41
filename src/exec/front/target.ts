/**
 * What a request to the front asks for: the host that the program meant, and the path on it.
 * Source: RFC 9112, 3.2 (origin, absolute and authority form).
 */

import type { IncomingMessage } from 'node:http';

/** The authority of a request: a host in lower case without a final dot, and the port as written. */
export interface HostAndPort {
  readonly host: string;
  readonly port: string | undefined;
}

const ABSOLUTE = /^(?:https?|wss?):\/\/(?:[^/?#@]*@)?([^/?#]*)(.*)$/i;
const AUTHORITY = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/;

/** The authority in `text`, such as `example.com:443`. */
export function authorityIn(text: string): HostAndPort {
  const [, host = text, port] = AUTHORITY.exec(text) ?? [];
  return { host: host.toLowerCase().replace(/\.$/, ''), port: port || undefined };
}

/** `host:port` for people. @param port - where the authority has none. */
export function authorityText({ host, port }: HostAndPort, fallback?: string): string {
  const shown = port ?? fallback;
  return shown === undefined ? host : `${host}:${shown}`;
}

/**
 * The authority that a request names. A target in absolute form counts in place of the Host header,
 * and is turned into a path.
 */
export function takeAuthority(request: IncomingMessage): HostAndPort {
  const [, named, rest = ''] = ABSOLUTE.exec(request.url ?? '') ?? [];
  if (named !== undefined) {
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    request.headers.host = named;
  }
  return authorityIn(request.headers.host ?? '');
}
