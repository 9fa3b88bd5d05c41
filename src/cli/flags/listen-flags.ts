/** Flags about where a server listens, and how it is addressed. */

import type { FlagsOf } from './typed-flags.js';

/** The flags for yargs. */
export const LISTEN_OPTIONS = {
  port: { type: 'number', default: 8020, describe: 'port; 0 picks a free one' },
  'stream-port': {
    type: 'number',
    describe: 'an additional port with only the two streams',
  },
  host: { type: 'string', default: '127.0.0.1', describe: 'address to listen on' },
  'allow-host': {
    type: 'string',
    array: true,
    default: [] as string[],
    describe: 'other host names that clients use for the server',
  },
  'base-url': { type: 'string', describe: 'base URL of links in answers' },
  'trust-proxy': {
    type: 'boolean',
    default: false,
    describe:
      'links in answers follow X-Forwarded-Proto and X-Forwarded-Host of a proxy; --allow-host names the hosts that it forwards',
  },
  proxies: {
    type: 'number',
    default: 1,
    describe: 'proxies in a row that --trust-proxy believes',
  },
} as const;

/** The flags as given. */
export type ListenFlags = FlagsOf<typeof LISTEN_OPTIONS>;
