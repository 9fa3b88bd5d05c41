/**
 * The address that a client used when proxies are in between: the first one ends TLS and says in
 * X-Forwarded-Proto and -Host what the client wrote. These headers are believed only on request
 * (`--trust-proxy`), and only from as many proxies as there are (`--proxies`). Each proxy adds a
 * value at the end or leaves the list as it is, so what stands further to the front is a client's.
 */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppOptions } from '../options.js';

/** Fastify's trust in proxies: the sender of the request, and those right before it. */
export function trustOfProxies({ proxies = 0 }: AppOptions): TrustProxy {
  return proxies > 0 && ((_address: string, hop: number) => hop < proxies);
}
type TrustProxy = false | ((address: string, hop: number) => boolean);

/** Leaves of each list of values that several proxies wrote the first one that is believed. */
export function addProxyLists(app: FastifyInstance, { proxies = 0 }: AppOptions): void {
  // Fastify takes the last value, which is right for one proxy.
  if (proxies < 2) return;
  app.addHook('onRequest', (request, _reply, done) => {
    for (const name of ['x-forwarded-proto', 'x-forwarded-host']) {
      const values = String(request.headers[name] ?? '').split(',');
      if (values.length > 1) {
        request.headers[name] = (values[Math.max(0, values.length - proxies)] as string).trim();
      }
    }
    done();
  });
}

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
  if ((options.proxies ?? 0) > 0 || options.baseUrl !== undefined) return;
  let isSaid = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'x-forwarded-proto': proto, 'x-forwarded-host': host } = request.headers;
    if (!isSaid && (proto !== undefined || host !== undefined)) {
      isSaid = true;
      request.log.warn(
        'a proxy sends X-Forwarded-Proto or X-Forwarded-Host, but links in answers do not use them: ' +
          'give --trust-proxy to use them, or --base-url to set the start of links',
      );
    }
    done();
  });
}
