/**
 * How far a clock is turned.
 */

import { bucketEnd, bucketStart, DEFAULT_ALIGNMENT } from '../../../core/candle/alignment.js';
import type { Granularity } from '../../../core/candle/granularity.js';
import type { InstantPart } from '../../../core/engine/engine.js';
import type { TurnEnd } from '../../../core/run/turn-end.js';
import { type Instant, instant } from '../../../core/time/instant.js';
import type { LedStep } from '../strategies/led-step.js';
import type { PauseReason } from '../strategies/pause-reason.js';

/**
 * How far to move time: to an instant, or by microseconds, by ticks or to the end of a candle
 * from where the turn starts; whole numbers of at least 0. An instant before the present counts as
 * the present.
 */
export type Turn = { readonly ticks: number } | (TurnGoal & Partial<Omit<TurnEnd, 'to'>>);
export type TurnGoal = { readonly to: Instant } | { readonly by: number } | CandleGoal;
/** The end of the present bucket of a granularity, or of a later one. */
export interface CandleGoal {
  readonly candle: Granularity;
  /** How many buckets; default 1. */
  readonly count?: number;
  /** The slot of an instrument: buckets without a tick of it are passed and not counted. */
  readonly of?: number;
}
/** Where a turn starts. */
export interface TurnStart {
  readonly now: Instant;
  /** Microseconds of the first tick of a slot that is to come and not before a time; Infinity when there is none. */
  nextTickOf(slot: number, time: number): number;
}
/** A turn whose end is known. */
export type FixedTurn = TurnTo | { readonly ticks: number };
/** A turn to an instant. */
export type TurnTo = Pick<TurnEnd, 'to'> & Partial<TurnEnd>;

/** The instant to which a turn goes. */
export function goalOf(turn: TurnGoal, start: TurnStart): Instant {
  if ('to' in turn) return turn.to;
  if ('by' in turn) return instant(Math.min(start.now + turn.by, Number.MAX_SAFE_INTEGER));
  const { candle, count = 1, of } = turn;
  let goal = start.now;
  for (let done = 0; done < count; done++) {
    const from = of === undefined ? goal : start.nextTickOf(of, goal);
    if (from > Number.MAX_SAFE_INTEGER) return instant(Number.MAX_SAFE_INTEGER);
    const begin = bucketStart(instant(from), candle, DEFAULT_ALIGNMENT);
    goal = bucketEnd(begin, candle, DEFAULT_ALIGNMENT);
  }
  return goal;
}

/** A piece of a turn: microseconds since 1970, and when it was begun. */
export interface Piece {
  /** The end of the piece. */
  readonly target: number;
  /** Where the turn ends, within the window. */
  readonly goal: number;
  /** The end of the piece if there were no goal. */
  readonly near: number;
  /** Wall milliseconds. */
  readonly startMs: number;
}

/** Whether nothing ends a turn early. */
export function isPlain({ until, through = 'commands' }: TurnTo): boolean {
  return until === undefined && through === 'commands';
}

/**
 * How much of the instant at which a piece ends is included. At the last instant of the window
 * everything happens, even if the goal is later and the turn was asked to stop early within its
 * instant.
 */
export function partOf({ to, through = 'commands' }: TurnTo, { target, goal }: Piece): InstantPart {
  if (target !== goal) return 'timers';
  return goal < to ? 'commands' : through;
}

/** A piece of a turn for strategies that run elsewhere. @param reasons - of a pause by itself. */
export function ledStepOf(
  turn: TurnTo,
  piece: Piece,
  reasons: readonly PauseReason[] = [],
): LedStep {
  const { target, goal } = piece;
  const end = { to: instant(target), ends: target === goal && turn.to > goal };
  if (isPlain(turn)) return { kind: 'to', ...end };
  const until = typeof turn.until === 'function' ? { reasons } : turn.until;
  return { kind: 'until', through: partOf(turn, piece), until, ...end };
}
