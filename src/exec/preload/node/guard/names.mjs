/**
 * Names: the broker's hosts are this machine, and no other name is looked up, so that no question
 * leaves the machine.
 */

import dns from 'node:dns';
import net from 'node:net';
import { destinationOf } from './destination.mjs';

/** The address of the front. */
const FRONT = '127.0.0.1';
/** Functions of a resolver that ask a server. */
const QUERIES = [
  'resolve',
  'resolve4',
  'resolve6',
  'resolveAny',
  'resolveCaa',
  'resolveCname',
  'resolveMx',
  'resolveNaptr',
  'resolveNs',
  'resolvePtr',
  'resolveSoa',
  'resolveSrv',
  'resolveTlsa',
  'resolveTxt',
  'reverse',
  'lookupService',
];

/**
 * Guards names.
 * @param {import('../settings.mjs').Settings} settings
 * @param {import('./refusal.mjs').Refuse} refuse
 */
export function guardNames({ hosts }, refuse) {
  /** @param {string} name */
  const error = name => refuse(name, 'dns', { code: 'ENOTFOUND', syscall: 'getaddrinfo' });
  guardLookups(hosts, error);
  const { promises } = dns;
  const withCallbacks = [dns, dns.Resolver.prototype];
  const withPromises = [promises, promises.Resolver.prototype];
  for (const query of QUERIES) {
    const asksAddress = query === 'resolve' || query === 'resolve4';
    const isAnswered = (/** @type {string} */ name) =>
      asksAddress && destinationOf(name, hosts) === 'front';
    replace(withCallbacks, query, (name, ...rest) => {
      const result = isAnswered(name) ? [null, [FRONT]] : [error(name)];
      process.nextTick(rest.at(-1), ...result);
    });
    replace(withPromises, query, async name => {
      if (isAnswered(name)) return [FRONT];
      throw error(name);
    });
  }
}

/**
 * @param {any[]} owners
 * @param {string} name
 * @param {(...args: any[]) => unknown} replacement
 */
function replace(owners, name, replacement) {
  for (const owner of owners) if (name in owner) owner[name] = replacement;
}

/**
 * @param {ReadonlySet<string>} hosts
 * @param {(name: string) => Error} error
 */
function guardLookups(hosts, error) {
  /** @param {unknown} host */
  const addressOf = host => {
    const name = typeof host === 'string' ? host : undefined;
    const destination = destinationOf(name, hosts);
    if (destination === 'front') return FRONT;
    // An address is looked up without a request.
    const isOpen = destination === 'loopback' || net.isIP(name ?? '') !== 0;
    return isOpen ? host : undefined;
  };
  const { lookup } = dns;
  const { lookup: lookupPromised } = dns.promises;
  /** @type {any} */ (dns).lookup = (/** @type {any} */ host, /** @type {any[]} */ ...rest) => {
    const address = addressOf(host);
    if (address !== undefined) return /** @type {any} */ (lookup)(address, ...rest);
    const refusal = error(host);
    process.nextTick(() => rest.at(-1)(refusal));
    return {};
  };
  /** @type {any} */ (dns.promises).lookup = async (
    /** @type {any} */ host,
    /** @type {any} */ options,
  ) => {
    const address = addressOf(host);
    if (address === undefined) throw error(host);
    return lookupPromised(/** @type {any} */ (address), options);
  };
}
