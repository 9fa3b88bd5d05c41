/**
 * `--workers N` and `--time-limit SECONDS`: the number of threads for the runs of a study, and the
 * time limit of each run. Neither changes a result.
 */

import { availableParallelism } from 'node:os';
import type { LocalOptions } from '../../../study/engines/local-engine.js';
import { checkWhole, usageError } from '../../flags/arguments.js';
import type { FlagsOf } from '../../flags/typed-flags.js';

const MOST_WORKERS = 256;
/** The longest time of a timer, in seconds. */
const LONGEST_LIMIT = 2_000_000;

export const WORKER_OPTIONS = {
  workers: {
    type: 'number',
    default: availableParallelism(),
    defaultDescription: 'one for each core',
    describe:
      'largest number of threads; a short study uses fewer; the results are the same for any number',
  },
  'time-limit': {
    type: 'number',
    default: 600,
    describe: 'seconds after which a run is ended and counted as failed',
  },
} as const;

/** The options of the local engine from the flags. @throws InputError */
export function localOptions({ workers, timeLimit }: FlagsOf<typeof WORKER_OPTIONS>): LocalOptions {
  checkWhole('workers', workers, 1, MOST_WORKERS);
  if (!(timeLimit > 0 && timeLimit <= LONGEST_LIMIT)) {
    throw usageError('time-limit', `must be seconds above 0, was ${timeLimit}`);
  }
  return { workers, secondsMax: timeLimit };
}
