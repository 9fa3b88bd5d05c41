/** The hosts of the broker that lead to the sandbox, whatever program asks for them. */

/** The practice and live hosts of the v20 API. Source: v20 semantics 2.1. */
const REST_HOSTS: readonly string[] = ['api-fxpractice.oanda.com', 'api-fxtrade.oanda.com'];
const STREAM_HOSTS: readonly string[] = ['stream-fxpractice.oanda.com', 'stream-fxtrade.oanda.com'];
export const BROKER_HOSTS: readonly string[] = [...REST_HOSTS, ...STREAM_HOSTS];

/** Domains that the throw-away authority may certify; it can certify no others. */
export const BROKER_DOMAINS: readonly string[] = ['oanda.com', 'localhost'];

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whether a host name or address means this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** What the service has at a host: REST or streams; undefined for a host that is not the broker's. */
export function doorOf(host: string): 'rest' | 'streams' | undefined {
  if (REST_HOSTS.includes(host)) return 'rest';
  return STREAM_HOSTS.includes(host) ? 'streams' : undefined;
}
