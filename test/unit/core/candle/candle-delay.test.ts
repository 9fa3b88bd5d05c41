import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Prng } from '../../../../src/core/base/prng.js';
import { bucketStart, DEFAULT_ALIGNMENT } from '../../../../src/core/candle/alignment.js';
import {
  type CandleDelay,
  completeUpTo,
  type DelayedCandles,
} from '../../../../src/core/candle/candle-delay.js';
import type { Granularity } from '../../../../src/core/candle/granularity.js';
import { instant, parseInstant } from '../../../../src/core/time/instant.js';

const SECOND = 1_000_000;
const TEN = parseInstant('2024-03-05T10:00:00Z')?.at as number;
const SEED = 7;
const drawsOf = (end: number) => new Prng(SEED).fork(`candle EUR_USD ${end}`);

/** Seconds after ten o'clock up to which buckets must have ended at `now`, in seconds after ten. */
function upTo(delay: CandleDelay, now: number, more: Partial<DelayedCandles> = {}): number {
  const asked = {
    instrument: 'EUR_USD',
    granularity: 'M1' as const,
    alignment: DEFAULT_ALIGNMENT,
    now: instant(TEN + now * SECOND),
    lastPrice: TEN + now * SECOND,
    ...more,
  };
  return (completeUpTo(asked, { delay, seed: SEED, probability: 1 }) - TEN) / SECOND;
}

/** Whether the minute that began at ten is complete. */
const isComplete = (until: number) => until >= 60;

describe('a candle whose bucket has ended', () => {
  it('is complete after its delay, to the microsecond', () => {
    const delay = { min: 5 * SECOND, max: 5 * SECOND };
    expect([59, 60, 64.999999, 65, 119].map(now => isComplete(upTo(delay, now)))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('is complete with the next price, and not before', () => {
    const last = (seconds: number) => ({ lastPrice: TEN + seconds * SECOND });
    expect(isComplete(upTo('next-price', 600, last(59.999999)))).toBe(false);
    expect(isComplete(upTo('next-price', 60, last(60)))).toBe(true);
    expect(isComplete(upTo('next-price', 600, last(61)))).toBe(true);
  });

  it('is complete at once where no bucket is chosen', () => {
    const asked = {
      instrument: 'EUR_USD',
      granularity: 'S5' as const,
      alignment: DEFAULT_ALIGNMENT,
      now: instant(TEN),
      lastPrice: TEN - SECOND,
    };
    for (const delay of ['next-price', { min: SECOND, max: 60 * SECOND }] as const) {
      expect(completeUpTo(asked, { delay, seed: SEED, probability: 0 })).toBe(TEN);
    }
  });

  it('is late by the time that is drawn for its end, never becomes incomplete, and follows its order', () => {
    const granularity = fc.constantFrom<Granularity>('S5', 'S10', 'M1', 'H1');
    const span = fc.tuple(fc.integer({ min: 0, max: 45 }), fc.integer({ min: 0, max: 45 }));
    fc.assert(
      fc.property(
        granularity,
        span,
        fc.array(fc.nat(7_500), { minLength: 2 }),
        (kind, ends, at) => {
          const delay = { min: Math.min(...ends) * SECOND, max: Math.max(...ends) * SECOND };
          let before = Number.NEGATIVE_INFINITY;
          for (const now of at.sort((a, b) => a - b)) {
            const until = upTo(delay, now, { granularity: kind });
            expect(until).toBeGreaterThanOrEqual(before);
            expect(until).toBe(naive(kind, delay, now));
            before = until;
          }
        },
      ),
    );
  });
});

/** The same by looking at every bucket of the last two minutes, oldest first. */
function naive(granularity: Granularity, { min, max }: { min: number; max: number }, now: number) {
  const at = TEN + now * SECOND;
  for (let second = now - 120; second <= now; second++) {
    const end = TEN + second * SECOND;
    if (bucketStart(instant(end), granularity, DEFAULT_ALIGNMENT) !== end) continue;
    const draws = drawsOf(end);
    draws.nextUnit();
    if (end + draws.nextInt(min, max) > at) return (end - 1 - TEN) / SECOND;
  }
  return now;
}
