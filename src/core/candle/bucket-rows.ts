/**
 * The buckets that hold the rows of one window of ticks, as columns. They are worked out once for all
 * runs over the same ticks, so that going from candle to candle is a step along a column. Buckets
 * without rows are left out.
 */

import { countWhile } from '../base/bisect.js';
import { present } from '../base/present.js';
import { firstAtOrAfter, type TickColumns, type VolumeColumn } from '../market/tick.js';
import type { Instant } from '../time/instant.js';
import type { Alignment } from './alignment.js';
import { BucketFinder } from './bucket-finder.js';
import type { CandleAnswer } from './candle.js';
import { GRANULARITIES, type Granularity } from './granularity.js';

const ENDED = Number.POSITIVE_INFINITY;

/** The buckets of a window, oldest first. */
export interface BucketRows {
  /** Number of buckets. */
  readonly length: number;
  /** Starts and ends (exclusive) in microseconds. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** The first row of each bucket, and at place `length` the number of rows. */
  readonly first: Int32Array;
  /** The last tick of each bucket, and the time of the tick after it; Infinity after the last one. */
  readonly last: TickColumns;
  readonly next: Float64Array;
  /** Candles that were folded, by the half-spread that was added and the place of the bucket. */
  readonly folded: Map<number, CandleAnswer[]>;
}

/** Kept no longer than the ticks themselves. */
const known = new WeakMap<TickColumns, Map<string, BucketRows>>();

/** The buckets of `columns`, worked out when they are first asked for. @throws UnknownZoneError */
function bucketRows(
  columns: TickColumns,
  granularity: Granularity,
  alignment: Alignment,
): BucketRows {
  const kinds = known.get(columns) ?? new Map<string, BucketRows>();
  known.set(columns, kinds);
  const key = kindOf(granularity, alignment);
  const rows = kinds.get(key) ?? worked(columns, new BucketFinder(granularity, alignment));
  kinds.set(key, rows);
  return rows;
}

/** The same for kinds of candle with the same buckets. */
function kindOf(granularity: Granularity, alignment: Alignment): string {
  if (GRANULARITIES[granularity].alignedTo === 'utc') return granularity;
  const { dailyAlignment, alignmentTimezone, weeklyAlignment } = alignment;
  return `${granularity} ${dailyAlignment} ${alignmentTimezone} ${weeklyAlignment}`;
}

function worked(columns: TickColumns, finder: BucketFinder): BucketRows {
  const { time, length } = columns;
  const starts: number[] = [];
  const ends: number[] = [];
  const first: number[] = [];
  let row = 0;
  while (row < length) {
    finder.find(time[row] as Instant);
    starts.push(finder.start);
    ends.push(finder.end);
    first.push(row);
    row = firstAtOrAfter(time, length, finder.end, row);
  }
  first.push(length);
  const count = starts.length;
  const next = taken(new Float64Array(count), time, first, 0);
  next[count - 1] = ENDED;
  return {
    length: count,
    // A typed array is made faster from an array than by `from`.
    start: new Float64Array(starts),
    end: new Float64Array(ends),
    first: new Int32Array(first),
    last: lastTicks(columns, first, count),
    next,
    folded: new Map(),
  };
}

/** The tick before the first row of each bucket after the first, which is the last of a bucket. */
function lastTicks(columns: TickColumns, first: readonly number[], count: number): TickColumns {
  const { time, bid, ask, bidVolume, askVolume } = columns;
  const volumes = (column: VolumeColumn | undefined) =>
    column && taken(new Float64Array(count), column, first, -1);
  return {
    length: count,
    time: taken(new Float64Array(count), time, first, -1),
    bid: taken(new Int32Array(count), bid, first, -1),
    ask: taken(new Int32Array(count), ask, first, -1),
    ...present({ bidVolume: volumes(bidVolume), askVolume: volumes(askVolume) }),
  };
}

/** Fills `to` with the values of `column` at, or `beside`, the first rows of buckets after the first. */
function taken<To extends Float64Array | Int32Array>(
  to: To,
  column: VolumeColumn | Int32Array,
  first: readonly number[],
  beside: 0 | -1,
): To {
  for (let at = 0; at < to.length; at++) {
    to[at] = column[(first[at + 1] as number) + beside] as number;
  }
  return to;
}

const NO_TIMES = new Float64Array(0);
const NO_POINTS = new Int32Array(0);
const NO_ROWS: BucketRows = {
  length: 0,
  start: NO_TIMES,
  end: NO_TIMES,
  first: new Int32Array(1),
  last: { length: 0, time: NO_TIMES, bid: NO_POINTS, ask: NO_POINTS },
  next: NO_TIMES,
  folded: new Map(),
};

/** Owns the bucket of a row that mostly moves on by few rows. Only `moveTo` changes it. */
export class BucketPlace {
  readonly #granularity: Granularity;
  readonly #alignment: Alignment;
  #columns: TickColumns | undefined;
  #rows: BucketRows = NO_ROWS;
  #at = 0;

  constructor(granularity: Granularity, alignment: Alignment) {
    this.#granularity = granularity;
    this.#alignment = alignment;
  }

  /** Moves to the bucket of row `row` of `columns`. */
  moveTo(columns: TickColumns, row: number): void {
    if (columns !== this.#columns) {
      this.#columns = columns;
      this.#rows = bucketRows(columns, this.#granularity, this.#alignment);
      this.#at = 0;
    }
    const { first, length } = this.#rows;
    const at = this.#at;
    // Mostly it is the same bucket or the next one.
    if (row >= (first[at] as number)) {
      if (row < (first[at + 1] as number)) return;
      if (at + 2 <= length && row < (first[at + 2] as number)) {
        this.#at = at + 1;
        return;
      }
    }
    this.#at = countWhile(length, place => (first[place] as number) <= row) - 1;
  }

  /** All buckets of these ticks. */
  get buckets(): BucketRows {
    return this.#rows;
  }

  /** Start and end (exclusive) of the bucket, microseconds. */
  get start(): Instant {
    return this.#rows.start[this.#at] as Instant;
  }

  get end(): Instant {
    return this.#rows.end[this.#at] as Instant;
  }

  /** The last ticks of all buckets of the window, and which of them is that of this bucket. */
  get last(): TickColumns {
    return this.#rows.last;
  }

  /** The place of the bucket among them. */
  get at(): number {
    return this.#at;
  }

  /** The time of the first tick after the bucket in these ticks; Infinity when there is none. */
  get next(): number {
    return this.#rows.next[this.#at] as number;
  }

  /**
   * The complete candle of the bucket, folded once for all readers of these ticks.
   * @param extra - half-spread in points that the execution model adds.
   */
  folded(extra: number, fold: () => CandleAnswer): CandleAnswer {
    const { folded } = this.#rows;
    const candles = folded.get(extra) ?? [];
    folded.set(extra, candles);
    candles[this.#at] ??= fold();
    return candles[this.#at] as CandleAnswer;
  }

  /** The first row of the bucket in these ticks. */
  get rowsStart(): number {
    return this.#rows.first[this.#at] as number;
  }

  /** The row after the last one of the bucket in these ticks. */
  get rowsEnd(): number {
    return this.#rows.first[this.#at + 1] as number;
  }
}
