/** The hosts of the broker that lead to the sandbox, whatever program asks for them. */

/** The practice and live hosts of the v20 API. Source: v20 semantics 2.1. */
export const BROKER_HOSTS: readonly string[] = [
  'api-fxpractice.oanda.com',
  'stream-fxpractice.oanda.com',
  'api-fxtrade.oanda.com',
  'stream-fxtrade.oanda.com',
];

/** Domains for which the throw-away authority may speak; it can vouch for nothing else. */
export const BROKER_DOMAINS: readonly string[] = ['oanda.com', 'localhost'];

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whether a host name or address means this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
