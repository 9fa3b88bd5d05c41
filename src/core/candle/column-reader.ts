/**
 * The completed candles of a price series as columns. Each candle is folded once: a reading folds
 * only those that were completed since the one before, or older ones when more are asked for than
 * ever. Ticks that no asked candle covers are never read.
 */

import { type Instant, instant } from '../time/instant.js';
import type { Alignment } from './alignment.js';
import { BucketFinder } from './bucket-finder.js';
import { BucketPlace } from './bucket-rows.js';
import { CANDLES_MAX, CandleColumns } from './candle-columns.js';
import type { Granularity } from './granularity.js';
import { type CandleRequest, queryCandles } from './query.js';
import type { CandleSeries } from './series.js';

/** Which candles of a series are read. */
export interface ColumnKind {
  readonly granularity: Granularity;
  readonly alignment: Alignment;
  readonly displayPrecision: number;
}

/**
 * Owns the place up to which one kind of candle of one series was folded. `read` moves it on; each
 * candle is folded once.
 */
export class ColumnReader {
  readonly #series: CandleSeries;
  readonly #kind: ColumnKind;
  readonly #finder: BucketFinder;
  readonly #columns: CandleColumns;
  /** Start of the bucket that was open at the last reading; candles before it are in the columns. */
  #open: Instant | undefined;
  /** The row of the series after the last candle of the columns. */
  #row = 0;
  readonly #place: BucketPlace;
  /** Whether the series has no candles before the first one of the columns. */
  #isAll = false;

  constructor(series: CandleSeries, kind: ColumnKind) {
    this.#series = series;
    this.#kind = kind;
    this.#finder = new BucketFinder(kind.granularity, kind.alignment);
    this.#place = new BucketPlace(kind.granularity, kind.alignment);
    this.#columns = new CandleColumns(kind.displayPrecision);
  }

  /** The candles that are completed by `now`: at least the last `count` of them, if there are. */
  read(now: Instant, count: number): CandleColumns {
    this.#finder.find(now);
    const open = this.#finder.start;
    if (open !== this.#open) this.#readOn(open, now);
    this.#open = open;
    if (this.#columns.length < count && !this.#isAll) this.#readBack(open, count, now);
    return this.#columns;
  }

  /** Reads the candles that were completed since the last reading. */
  #readOn(open: Instant, now: Instant): void {
    const series = this.#series;
    if (this.#open === undefined) this.#row = series.rowAtOrAfter(open);
    while (this.#row < series.length) {
      const found = series.candleFrom(this.#row, this.#place, now);
      if (found === undefined) return;
      this.#columns.append(found.candle);
      this.#row = found.to;
    }
  }

  /** Reads older candles, more than are missing, so that a growing `count` costs little. */
  #readBack(open: Instant, count: number, now: Instant): void {
    const columns = this.#columns;
    const wanted = Math.min(CANDLES_MAX, Math.max(count, 2 * columns.length));
    const missing = wanted - columns.length;
    const to = instant(columns.firstTime ?? open);
    const older = this.#query({ to, count: missing }, now);
    columns.prepend(older);
    this.#isAll = older.length < missing;
  }

  #query(range: Pick<CandleRequest, 'from' | 'to' | 'count'>, now: Instant) {
    const { granularity, alignment } = this.#kind;
    const request = { granularity, alignment, ...range, includeFirst: true, smooth: false };
    return queryCandles(this.#series, request, now);
  }
}
