/**
 * When the API shows that the bucket of a candle has ended. The service shows it with the next
 * price, or some time later; until then the candle has all of its prices and is not complete. Every
 * granularity of an instrument has the same delay at one instant, and a candle that was complete
 * stays so. Source: v20 semantics 7.3; choice 80.
 */

import { Prng } from '../base/prng.js';
import { type Instant, instant } from '../time/instant.js';
import { BucketFinder } from './bucket-finder.js';
import type { CandleRequest } from './query.js';

/** The delay lasts until the next price, or for a time after the end of the bucket. */
export type CandleDelay = 'next-price' | DelayLength;

/** Microseconds, at least 0 and at most an hour; drawn for each end of a bucket where they differ. */
interface DelayLength {
  readonly min: number;
  readonly max: number;
}

/** A delay, and the buckets that have it. They are drawn by their end, for each instrument apart. */
export interface DelayOfCandles {
  readonly delay: CandleDelay;
  readonly seed: number;
  /** The share of buckets that have the delay, 0 to 1. */
  readonly probability: number;
}

/** Candles that a client asks for, and the prices that there are. */
export interface DelayedCandles extends Pick<CandleRequest, 'granularity' | 'alignment'> {
  readonly instrument: string;
  readonly now: Instant;
  /** Time of the last price, microseconds. */
  readonly lastPrice: number;
}

/** The instant up to which buckets must have ended for their candles to be complete; `now` for none. */
export function completeUpTo(asked: DelayedCandles, each: DelayOfCandles): Instant {
  const buckets = new BucketFinder(asked.granularity, asked.alignment);
  const { delay } = each;
  return delay === 'next-price'
    ? untilNextPrice(buckets, asked, each)
    : forSomeTime(buckets, asked, { ...each, delay });
}

/** Draws for the buckets of an instrument that end at `end`, microseconds. */
function drawsOf({ seed }: DelayOfCandles, instrument: string, end: number): Prng {
  return new Prng(seed).fork(`candle ${instrument} ${end}`);
}

/** Only the bucket of the last price can wait: those after it have no candle. */
function untilNextPrice(
  buckets: BucketFinder,
  { instrument, now, lastPrice }: DelayedCandles,
  each: DelayOfCandles,
): Instant {
  buckets.find(instant(lastPrice));
  const { end } = buckets;
  const waits = end <= now && drawsOf(each, instrument, end).nextUnit() < each.probability;
  return waits ? instant(end - 1) : now;
}

function forSomeTime(
  buckets: BucketFinder,
  { instrument, now }: DelayedCandles,
  each: DelayOfCandles & { readonly delay: DelayLength },
): Instant {
  const { delay, probability } = each;
  let upTo = now;
  buckets.find(now);
  for (let end = buckets.start; end + delay.max > now; end = buckets.start) {
    const draws = drawsOf(each, instrument, end);
    const isDelayed = draws.nextUnit() < probability;
    if (isDelayed && end + draws.nextInt(delay.min, delay.max) > now) upTo = instant(end - 1);
    buckets.find(instant(end - 1));
  }
  return upTo;
}
