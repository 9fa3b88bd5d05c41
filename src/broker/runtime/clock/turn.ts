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
/** `candle` means the end of the present bucket of that granularity. */
export type TurnGoal =
  | { readonly to: Instant }
  | { readonly by: number }
  | { readonly candle: Granularity };
/** A turn whose end is known. */
export type FixedTurn = TurnTo | { readonly ticks: number };
/** A turn to an instant. */
export type TurnTo = Pick<TurnEnd, 'to'> & Partial<TurnEnd>;

/** The instant to which a turn goes that starts at `now`. */
export function goalOf(turn: TurnGoal, now: Instant): Instant {
  if ('to' in turn) return turn.to;
  if ('by' in turn) return instant(Math.min(now + turn.by, Number.MAX_SAFE_INTEGER));
  const start = bucketStart(now, turn.candle, DEFAULT_ALIGNMENT);
  return bucketEnd(start, turn.candle, DEFAULT_ALIGNMENT);
}

/** A piece of a turn: microseconds since 1970, and when it was begun. */
export interface Piece {
  /** The end of the piece. */
  readonly target: number;
  /** Where the turn ends, within the window. */
  readonly goal: number;
  /** Where the piece would end but for the goal. */
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
