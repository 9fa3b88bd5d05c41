/** Flags that disturb the life of a program: a restart, and a jump of its clock. */

import type { Options } from 'yargs';
import { present } from '../../../core/base/present.js';
import { type Instant, parseDuration, parseInstant } from '../../../core/time/instant.js';
import type { RunOrder } from '../../../exec/run-order.js';
import { usageError } from '../arguments.js';
import type { FlagsOf } from '../typed-flags.js';

const AWAY = '10s';

export const LIFE_OPTIONS = {
  'restart-at': {
    type: 'string',
    describe:
      'in virtual time: kills the program at an instant, or with its request: createOrder#1, and starts it again',
  },
  'restart-after': {
    type: 'string',
    defaultDescription: AWAY,
    describe: 'simulated time for which a killed program stays away',
  },
  'clock-jump': {
    type: 'string',
    describe: 'in virtual time: the clock of the program is wrong from an instant on: TIME=+1h',
  },
} as const satisfies Readonly<Record<string, Options>>;

const REQUEST = /^([a-z][A-Za-z]{0,60})#([1-9]\d{0,5})$/;
const JUMP = /^([^=]+)=([+-])(.+)$/;

/** What is to happen to the program. @throws InputError for a text that is none, or without virtual time. */
export function lifeAskedBy(
  { restartAt, restartAfter, clockJump }: FlagsOf<typeof LIFE_OPTIONS>,
  isVirtual: boolean,
): Pick<RunOrder, 'restart' | 'clockJump'> {
  const given = { 'restart-at': restartAt, 'clock-jump': clockJump };
  for (const [flag, value] of Object.entries(given)) {
    if (value !== undefined && !isVirtual) throw usageError(flag, 'needs --virtual-time');
  }
  if (restartAfter !== undefined && restartAt === undefined) {
    throw usageError('restart-after', 'needs --restart-at');
  }
  return present({
    restart: restartAt === undefined ? undefined : restartIn(restartAt, restartAfter ?? AWAY),
    clockJump: clockJump === undefined ? undefined : jumpIn(clockJump),
  });
}

function restartIn(at: string, after: string): NonNullable<RunOrder['restart']> {
  const awayMicros = parseDuration(after);
  if (awayMicros === undefined) {
    throw usageError('restart-after', `must be a duration such as 10s, was ${after}`);
  }
  const [, operation, nth] = REQUEST.exec(at) ?? [];
  if (operation !== undefined) return { when: { operation, nth: Number(nth) }, awayMicros };
  const when = parseInstant(at)?.at;
  if (when !== undefined) return { when, awayMicros };
  const rule = 'must be a time such as 2024-03-04T10:00:00Z, or a request such as createOrder#1';
  throw usageError('restart-at', `${rule}, was ${at}`);
}

function jumpIn(text: string): { readonly at: Instant; readonly by: number } {
  const [, time = '', sign, length = ''] = JUMP.exec(text) ?? [];
  const [at, micros] = [parseInstant(time)?.at, parseDuration(length)];
  if (at !== undefined && micros !== undefined) return { at, by: sign === '-' ? -micros : micros };
  throw usageError(
    'clock-jump',
    `must be a time and a length such as 2024-03-04T10:00:00Z=+1h, was ${text}`,
  );
}
