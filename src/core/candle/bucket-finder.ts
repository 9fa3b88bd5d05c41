/**
 * Finds the buckets of many instants that are near each other. Between two clock changes the
 * buckets of a granularity have equal length, so most are found by arithmetic from the last one.
 * The zone is asked only around a clock change. The rules are in alignment.ts. Invariant: `start`
 * and `end` equal the results of bucketStart and bucketEnd.
 */

import { type Instant, instant, MICROS_PER_DAY, MICROS_PER_HOUR } from '../time/instant.js';
import { zone } from '../time/zone.js';
import { type Alignment, bucketEnd, bucketStart, utcGrid } from './alignment.js';
import { GRANULARITIES, type Granularity } from './granularity.js';

/** Within two days after a clock change, a wall-clock time can belong to the time before it. */
const MARGIN = 2 * MICROS_PER_DAY;
const ALIGNED_UNIT = { hour: MICROS_PER_HOUR, day: MICROS_PER_DAY, week: 7 * MICROS_PER_DAY };

/**
 * Owns the bucket that it found last, for one granularity and alignment. Only `find` replaces it.
 * Always: `start` and `end` are those of one bucket.
 */
export class BucketFinder {
  /** Start and end (exclusive) of the last bucket found. */
  start: Instant = instant(0);
  end: Instant = instant(0);
  readonly #granularity: Granularity;
  readonly #alignment: Alignment;
  /** Microseconds of a bucket of equal length; undefined for months, which differ in length. */
  readonly #length: number | undefined;
  /**
   * Buckets from `#evenFrom` to `#evenTo` (inclusive) start a multiple of the length after
   * `#origin`.
   */
  #origin = 0;
  #evenFrom = Number.POSITIVE_INFINITY;
  #evenTo = Number.NEGATIVE_INFINITY;

  constructor(granularity: Granularity, alignment: Alignment) {
    this.#granularity = granularity;
    this.#alignment = alignment;
    this.#length = lengthOf(granularity);
    if (utcGrid(granularity) === undefined) return;
    this.#evenFrom = Number.NEGATIVE_INFINITY;
    this.#evenTo = Number.POSITIVE_INFINITY;
  }

  /** Finds the bucket of `at` and writes `start` and `end`. @throws UnknownZoneError */
  find(at: Instant): void {
    if (at >= this.start && at < this.end) return;
    const length = this.#length ?? 0;
    const start = this.#origin + Math.floor((at - this.#origin) / length) * length;
    if (start >= this.#evenFrom && start + length <= this.#evenTo) {
      this.start = instant(start);
      this.end = instant(start + length);
      return;
    }
    this.start = bucketStart(at, this.#granularity, this.#alignment);
    this.end = bucketEnd(this.start, this.#granularity, this.#alignment);
    this.#noteEvenness(length);
  }

  /** Allows arithmetic from the bucket found, while the UTC offset does not change. */
  #noteEvenness(length: number): void {
    const { from, to } = zone(this.#alignment.alignmentTimezone).steadyAround(this.start);
    const isEven = this.start >= from + MARGIN && this.start + length === this.end;
    if (!isEven || this.end >= to) return;
    this.#origin = this.start;
    this.#evenFrom = from + MARGIN;
    this.#evenTo = to - 1;
  }
}

function lengthOf(granularity: Granularity): number | undefined {
  const { unit, length } = GRANULARITIES[granularity];
  if (unit === 'month') return undefined;
  return utcGrid(granularity) ?? ALIGNED_UNIT[unit as keyof typeof ALIGNED_UNIT] * length;
}
