/** Flags about the further simulations of a server. `none` turns a limit off. Decision 0027. */

import { IDLE_MS, PARK_MS, SIMULATIONS_MAX } from '../../../broker/api/http/doors/limits.js';
import type { AppOptions } from '../../../broker/api/http/options.js';
import { present } from '../../../core/base/present.js';
import { parseDuration } from '../../../core/time/instant.js';
import { checkWhole, usageError } from '../arguments.js';
import type { FlagsOf } from '../typed-flags.js';

const VALUE_MAX = 1e6;
const MICROS_PER_MS = 1_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The flags for yargs. */
export const SIMULATION_OPTIONS = {
  scenarios: {
    type: 'string',
    describe: "folder of scenarios for further simulations; default: the scenario's folder",
  },
  'max-simulations': {
    type: 'string',
    default: String(SIMULATIONS_MAX),
    describe: 'simulations beside the served one, or none for no limit',
  },
  retain: {
    type: 'number',
    describe:
      'simulations beside the served one that stay, of each guest: a further one deletes the longest unused; default: all',
  },
  'idle-timeout': {
    type: 'string',
    default: `${IDLE_MS / HOUR_MS}h`,
    describe:
      'how long an unused simulation is kept, such as 30m or 30d, or none; the served one stays',
  },
  'park-after': {
    type: 'string',
    describe: `with --store: how long an unused simulation stays in memory, such as 30s, or none; default: ${PARK_MS / MINUTE_MS}m`,
  },
} as const;

/** The flags as given. */
export type SimulationFlags = FlagsOf<typeof SIMULATION_OPTIONS>;

/** What the flags set. */
type SimulationLimits = Pick<AppOptions, 'maxSimulations' | 'idleMs' | 'retained' | 'parkMs'>;

/** The limits from the flags. @throws InputError for values out of their bounds. */
export function simulationLimits({
  maxSimulations,
  idleTimeout,
  retain,
  parkAfter,
  store,
}: Omit<SimulationFlags, 'scenarios'> & { readonly store?: string | undefined }): SimulationLimits {
  if (parkAfter !== undefined && store === undefined) {
    throw usageError('park-after', 'is for a server with a --store');
  }
  const most = mostOf(maxSimulations);
  if (retain !== undefined) {
    checkWhole('retain', retain, 1, VALUE_MAX);
    if (retain > most) throw usageError('retain', 'must not be above --max-simulations');
  }
  return {
    maxSimulations: most,
    idleMs: durationOf('idle-timeout', idleTimeout),
    ...present({
      retained: retain,
      parkMs: parkAfter === undefined ? undefined : durationOf('park-after', parkAfter),
    }),
  };
}

function mostOf(text: string): number {
  if (text === 'none') return Number.POSITIVE_INFINITY;
  const value = text === '' ? Number.NaN : Number(text);
  checkWhole('max-simulations', value, 0, VALUE_MAX);
  return value;
}

/** Wall milliseconds of a flag. */
function durationOf(flag: string, text: string): number {
  if (text === 'none') return Number.POSITIVE_INFINITY;
  const micros = parseDuration(text) ?? 0;
  if (micros >= MICROS_PER_MS * 1_000) return micros / MICROS_PER_MS;
  throw usageError(flag, `must be at least 1s, such as 30m, or none, was ${text}`);
}
