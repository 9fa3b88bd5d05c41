/** Flags that say how the clock of a sandbox moves. */

import type { Options } from 'yargs';
import {
  CLOCK_MODE_NAMES,
  CLOCK_MODES,
  type ClockMode,
  type ClockSettings,
  type ClockStart,
  DEFAULT_SETTLE,
  modeTaking,
  SETTLE_FORM,
  STEP_FORM,
  settleMsOf,
  stepOf,
  strangeSetting,
} from '../../broker/runtime/clock/clock-modes.js';
import { tellsOfThreads, threadsOf } from '../../broker/runtime/lockstep/threads.js';
import { present } from '../../core/base/present.js';
import { checkWhole, usageError } from './arguments.js';
import { NUMBER } from './flag-rules.js';
import type { FlagsOf } from './typed-flags.js';

/** How a clock is set up by flags. */
export interface ClockChoice extends ClockSettings {
  readonly mode: ClockMode;
  readonly start: ClockStart;
  readonly pid?: number;
}

const SPEED_MAX = 1e9;
const PID_MAX = 4_194_304;

export const CLOCK_OPTIONS = {
  clock: {
    choices: CLOCK_MODE_NAMES,
    default: 'paced',
    describe:
      'how time moves. paced: with real time; manual: by requests to the clock; lockstep: to the next event when the client is idle; on-poll: by a step at each poll',
  },
  speed: {
    type: 'string',
    describe:
      'simulated seconds per second, or max; of a paced clock, default: 1; with --virtual-time at most so many, default: max, with --dashboard 60',
  },
  step: {
    type: 'string',
    describe:
      'of an on-poll clock, and of programs that --virtual-time cannot hold: 30s, or a granularity; default: M1',
  },
  settle: {
    type: 'string',
    describe:
      'of a lockstep clock: the silence after which the client counts as idle, such as 20ms',
  },
  pid: {
    type: 'number',
    describe: 'of a lockstep clock: the process that is idle when all its threads sleep (Linux)',
  },
  start: {
    choices: ['first-request', 'first-stream', 'at-once'],
    describe: 'when time starts; default: first-request if time would run away, else at-once',
  },
  paused: {
    type: 'boolean',
    default: false,
    describe: 'start with the clock paused',
  },
} as const satisfies Readonly<Record<string, Options>>;

/** The flags as given. */
export type ClockFlags = FlagsOf<typeof CLOCK_OPTIONS>;

/** The clock that the flags ask for. @throws InputError for flags that do not go together. */
export function clockAskedBy(flags: ClockFlags): ClockChoice {
  const { clock: mode, speed, step, settle, pid } = flags;
  const settings = present({
    speed: speed === undefined ? undefined : speedOf(speed),
    step,
    settle,
  });
  const strange = strangeSetting(mode, settings);
  if (strange !== undefined) throw usageError(strange, `needs --clock ${modeTaking(strange)}`);
  if (step !== undefined) checkStep(step);
  if (settle !== undefined && settleMsOf(settle) === undefined) {
    throw usageError('settle', `must be ${SETTLE_FORM}, was ${settle}`);
  }
  if (pid !== undefined) checkProcess(pid, flags);
  return { mode, ...settings, start: startOf(flags), ...present({ pid }) };
}

/** The flags of the clock of a program that is run. */
export interface ProgramClockFlags extends Pick<ClockFlags, 'speed' | 'step' | 'settle'> {
  readonly clock?: ClockMode;
  /** Whether the clocks of the program are the simulation's. */
  readonly virtualTime: boolean;
}

/**
 * The clock for a program that is run: in lockstep its hook or its threads show when it is idle;
 * where neither can be seen, silence does. @throws InputError for flags that do not go together.
 */
export function programClockAskedBy(flags: ProgramClockFlags): Omit<ClockChoice, 'start' | 'pid'> {
  const { virtualTime, clock = virtualTime ? 'lockstep' : 'paced', step, speed, ...others } = flags;
  // In virtual time a step is that of programs which no preload holds, whatever the mode, and a speed is a pace.
  if (virtualTime && step !== undefined) checkStep(step);
  const inMode = virtualTime ? {} : present({ step, speed });
  const { start: _, ...asked } = clockAskedBy({ ...others, ...inMode, clock, paused: false });
  const isInLockstep = CLOCK_MODES[clock].movedBy === 'idleness';
  if (virtualTime && !isInLockstep) {
    throw usageError('virtual-time', `needs --clock lockstep, the default with it, was ${clock}`);
  }
  if (virtualTime && asked.settle !== undefined) {
    throw usageError(
      'settle',
      'cannot be given with --virtual-time, which sees when the program waits',
    );
  }
  if (virtualTime) return { ...asked, ...present({ step }) };
  const isGuessed = isInLockstep && !tellsOfThreads();
  return isGuessed ? { settle: DEFAULT_SETTLE, ...asked } : asked;
}

/** @throws InputError for a text that is no step. */
function checkStep(step: string): void {
  if (stepOf(step) === undefined) throw usageError('step', `must be ${STEP_FORM}, was ${step}`);
}

/** @throws InputError when threads cannot be seen, or when the clock mode does not use them. */
function checkProcess(pid: number, { clock, settle }: ClockFlags): void {
  if (CLOCK_MODES[clock].movedBy !== 'idleness') throw usageError('pid', 'needs --clock lockstep');
  if (settle !== undefined) {
    throw usageError('pid', 'cannot be given with --settle: threads are the surer sign');
  }
  if (!tellsOfThreads())
    throw usageError('pid', 'works on Linux only; --settle 20ms does elsewhere');
  checkWhole('pid', pid, 1, PID_MAX);
  if (threadsOf(pid) === 'gone') throw usageError('pid', `there is no process ${pid}`);
}

/**
 * When time starts: where it would run through the window before a client has connected, it waits.
 */
function startOf({ clock, speed, settle, pid, start, paused }: ClockFlags): ClockStart {
  if (start !== undefined && !CLOCK_MODES[clock].plays) {
    const playing = CLOCK_MODE_NAMES.filter(mode => CLOCK_MODES[mode].plays).join(' or ');
    throw usageError('start', `needs --clock ${playing}: a ${clock} clock moves only by requests`);
  }
  if (start !== undefined && paused) {
    throw usageError(
      'start',
      'cannot be given with --paused: a paused clock waits for a play request',
    );
  }
  if (paused) return 'when-played';
  const runsAway = speed === 'max' || settle !== undefined || pid !== undefined;
  return start ?? (runsAway ? 'first-request' : 'at-once');
}

/** The speed of a flag; Infinity for `max`. @throws InputError */
export function speedOf(text: string): number {
  const speed = text === 'max' ? Number.POSITIVE_INFINITY : Number(NUMBER.test(text) ? text : '-1');
  if (!(speed > 0) || (Number.isFinite(speed) && speed > SPEED_MAX)) {
    throw usageError('speed', `must be a positive number up to ${SPEED_MAX}, or max, was ${text}`);
  }
  return speed;
}
