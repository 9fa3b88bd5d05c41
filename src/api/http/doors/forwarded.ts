/**
 * The address under which a client has asked when a proxy stands in between: the proxy ends TLS and
 * says in X-Forwarded-Proto and -Host what the client wrote. Believed only when asked for
 * (`--trust-proxy`), and only from the one proxy that the connection comes from: of several values
 * the last one is its own.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppOptions } from '../../sandbox.js';

/** Fastify's trust in proxies: the sender of the request, and nobody whom it forwards. */
export function trustOfProxies({ trustProxy = false }: AppOptions): TrustProxy {
  return trustProxy && ((_address: string, hop: number) => hop === 0);
}
type TrustProxy = false | ((address: string, hop: number) => boolean);

/** `https://broker.example`, as the client has asked. */
export function originOf(request: FastifyRequest): string {
  const protocol = request.protocol.toLowerCase() === 'https' ? 'https' : 'http';
  return `${protocol}://${request.host}`;
}

/** The names under which a request says to know the server: the proxy's, and the client's. */
export function namesIn(request: FastifyRequest): readonly string[] {
  const { host = '' } = request.headers;
  return [...new Set([request.host, host])].map(nameOf);
}

/** A Host header's name without its port, in small letters; with whatever is no port. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}

/** Says once in the log that links will not have the address that a proxy tells of. */
export function addForwardedHint(app: FastifyInstance, options: AppOptions): void {
  if (options.trustProxy === true || options.baseUrl !== undefined) return;
  let isSaid = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-proto': proto, 'x-forwarded-host': host } = request.headers;
    if (!isSaid && (proto !== undefined || host !== undefined)) {
      isSaid = true;
      request.log.warn(
        'a proxy sends X-Forwarded-Proto or X-Forwarded-Host, which links do not follow: ' +
          '--trust-proxy lets them, --base-url says what they begin with',
      );
    }
    done();
  });
}
