/**
 * The buckets that hold the rows of one window of ticks, as columns. They are worked out once for all
 * runs over the same ticks, so that going from candle to candle is a step along a column. Buckets
 * without rows are left out.
 */

import { countWhile } from '../base/bisect.js';
import { present } from '../base/present.js';
import { firstAtOrAfter, type TickColumns } from '../market/tick.js';
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
export function bucketRows(
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
  return {
    length: starts.length,
    last: picked(columns, first.slice(1)),
    next: Float64Array.from(first.slice(1), row => (row < length ? (time[row] as number) : ENDED)),
    start: Float64Array.from(starts),
    end: Float64Array.from(ends),
    folded: new Map(),
    first: Int32Array.from(first),
  };
}

/** The rows before each of `ends` alone. */
function picked(columns: TickColumns, ends: readonly number[]): TickColumns {
  const of = (column: ArrayLike<number>) => ends.map(end => column[end - 1] as number);
  const { time, bid, ask, bidVolume, askVolume } = columns;
  return {
    length: ends.length,
    time: Float64Array.from(of(time)),
    bid: Int32Array.from(of(bid)),
    ask: Int32Array.from(of(ask)),
    ...present({
      bidVolume: bidVolume && Float64Array.from(of(bidVolume)),
      askVolume: askVolume && Float64Array.from(of(askVolume)),
    }),
  };
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

/** The bucket of a row that mostly moves on by few rows. */
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
