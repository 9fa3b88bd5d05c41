/**
 * The address that a client used when a proxy is in between: the proxy ends TLS and says in
 * X-Forwarded-Proto and -Host what the client wrote. These headers are believed only on request
 * (`--trust-proxy`), and only from the proxy that opened the connection: of several values, the last
 * one is its own.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppOptions } from '../options.js';

/** Fastify's trust in proxies: the sender of the request, and nobody whom it forwards. */
export function trustOfProxies({ trustProxy = false }: AppOptions): TrustProxy {
  return trustProxy && ((_address: string, hop: number) => hop === 0);
}
type TrustProxy = false | ((address: string, hop: number) => boolean);

/** The scheme and host that the client used: `https://broker.example`. */
export function originOf(request: FastifyRequest): string {
  const protocol = request.protocol.toLowerCase() === 'https' ? 'https' : 'http';
  return `${protocol}://${request.host}`;
}

/** The host names by which a request addresses the server: the proxy's and the client's, without ports. */
export function namesIn(request: FastifyRequest): readonly string[] {
  const { host = '' } = request.headers;
  return request.host === host ? [nameOf(host)] : [nameOf(request.host), nameOf(host)];
}

/** The name in a Host header, in lower case and without its port. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}

/** Logs once that links will not have the address that a proxy names. */
export function addForwardedHint(app: FastifyInstance, options: AppOptions): void {
  if (options.trustProxy === true || options.baseUrl !== undefined) return;
  let isSaid = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-proto': proto, 'x-forwarded-host': host } = request.headers;
    if (!isSaid && (proto !== undefined || host !== undefined)) {
      isSaid = true;
      request.log.warn(
        'a proxy sends X-Forwarded-Proto or X-Forwarded-Host, but links in answers do not use them: ' +
          'give --trust-proxy to use them, or --base-url to set what links begin with',
      );
    }
    done();
  });
}
