/**
 * How far a clock is turned.
 */

import { bucketEnd, bucketStart, DEFAULT_ALIGNMENT } from '../../core/candle/alignment.js';
import type { Granularity } from '../../core/candle/granularity.js';
import type { TurnEnd } from '../../core/run/crank.js';
import { type Instant, instant } from '../../core/time/instant.js';

/**
 * How far to turn the crank: to an instant, or by microseconds, by ticks or to the end of a candle
 * from where the turn starts; whole numbers of at least 0. An instant before the present counts as
 * the present.
 */
export type Turn = { readonly ticks: number } | (TurnGoal & Partial<Omit<TurnEnd, 'to'>>);
/** `candle` means the end of the present bucket of that granularity. */
type TurnGoal =
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
