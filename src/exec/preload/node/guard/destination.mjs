/**
 * Where a connection may go: the broker's hosts lead to the front, the loopback is open, everything
 * else is refused. A name that only the system's resolver could read is refused too.
 */

import net from 'node:net';

const LOOPBACK = new net.BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('0.0.0.0', 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
LOOPBACK.addAddress('::', 'ipv6');

/**
 * Where a host leads.
 * @param {string | undefined} host - name or address; none means this machine
 * @param {ReadonlySet<string>} brokerHosts - in lower case
 * @returns {'front' | 'loopback' | 'refused'}
 */
export function destinationOf(host, brokerHosts) {
  const name = String(host ?? 'localhost')
    .toLowerCase()
    .replace(/\.$/, '');
  if (brokerHosts.has(name)) return 'front';
  return isLoopback(name) ? 'loopback' : 'refused';
}

/** @param {string} name */
function isLoopback(name) {
  const version = net.isIP(name);
  if (version !== 0) return LOOPBACK.check(name, version === 6 ? 'ipv6' : 'ipv4');
  return name === '' || name === 'localhost' || name.endsWith('.localhost');
}
