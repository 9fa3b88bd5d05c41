/** Flags that limit the load of a server. `none` turns a limit off. Decision 0025. */

import { DEFAULT_LIMITS, DRAIN_MS, HELD_BYTES_MAX } from '../../../broker/api/http/doors/limits.js';
import type { AppOptions } from '../../../broker/api/http/options.js';
import { checkWhole } from '../arguments.js';
import type { FlagsOf } from '../typed-flags.js';

const VALUE_MAX = 1e9;
const MEBIBYTE = 1_048_576;
const SECOND_MS = 1_000;
/** One day; the limit of a timer is 32 bits of milliseconds. */
const DRAIN_SECONDS_MAX = 86_400;

function limit(usual: number, describe: string) {
  return { type: 'string', default: String(usual), describe: `${describe}, or none` } as const;
}

/** The flags for yargs. */
export const LIMIT_OPTIONS = {
  'rate-limit': limit(
    DEFAULT_LIMITS.requestsPerSecond,
    'requests per second of each client address (v20: 120)',
  ),
  'request-limit': limit(DEFAULT_LIMITS.requestsInFlight, 'unanswered requests of all clients'),
  'stream-limit': limit(DEFAULT_LIMITS.streams, 'open streams of each client address (v20: 20)'),
  'all-streams-limit': limit(DEFAULT_LIMITS.allStreams, 'open streams of all clients'),
  'connection-limit': limit(DEFAULT_LIMITS.connections, 'open connections of all clients'),
  'held-limit': limit(
    HELD_BYTES_MAX / MEBIBYTE,
    'MiB of long answers that wait for readers, of all clients',
  ),
  'drain-timeout': limit(
    DRAIN_MS / SECOND_MS,
    'seconds after which a client that reads nothing of a long answer is disconnected',
  ),
} as const;

/** The flags as given. */
export type LimitFlags = FlagsOf<typeof LIMIT_OPTIONS>;

/** The limits from the flags. @throws InputError for values out of their bounds. */
export function loadLimits(
  flags: LimitFlags,
): Pick<AppOptions, 'limits' | 'heldBytes' | 'drainMs'> {
  const drainSeconds = limitIn('drain-timeout', flags.drainTimeout);
  return {
    limits: {
      requestsPerSecond: limitIn('rate-limit', flags.rateLimit),
      requestsInFlight: limitIn('request-limit', flags.requestLimit),
      streams: limitIn('stream-limit', flags.streamLimit),
      allStreams: limitIn('all-streams-limit', flags.allStreamsLimit),
      connections: limitIn('connection-limit', flags.connectionLimit),
    },
    heldBytes: limitIn('held-limit', flags.heldLimit) * MEBIBYTE,
    // A timeout of 0 turns it off.
    drainMs: Number.isFinite(drainSeconds) ? drainSeconds * SECOND_MS : 0,
  };
}

function limitIn(flag: string, text: string): number {
  if (text === 'none') return Number.POSITIVE_INFINITY;
  const value = text === '' ? Number.NaN : Number(text);
  checkWhole(flag, value, 1, flag === 'drain-timeout' ? DRAIN_SECONDS_MAX : VALUE_MAX);
  return value;
}
