/**
 * Candles on request: the price series folded to any granularity and alignment. Source: v20
 * semantics 7.2 (which candles a request means), 7.3 and 7.4 (what the candles hold).
 */

import { formatPoints } from '../market/points.js';
import { formatRfc3339, type Instant, instant } from '../time/instant.js';
import { type Alignment, bucketEnd, bucketStart } from './alignment.js';
import { BucketFinder } from './bucket-finder.js';
import type { Candle, CandleAnswer, OHLC } from './candle.js';
import type { Granularity } from './granularity.js';
import type { CandleSeries } from './series.js';

const DEFAULT_COUNT = 500;
/** A first guess of the number of rows in a candle. */
const SOME_ROWS = 64;
/** Candles whose memory is read ahead of folding them. */
const READ_AHEAD = 64;
/** Rows from which on a candle is so long that its memory lies apart from that of the one before. */
const LONG_ROWS = 256;

/** A validated request for candles. */
export interface CandleRequest {
  readonly granularity: Granularity;
  readonly alignment: Alignment;
  /**
   * Start (inclusive) and end (exclusive) of the range; when both are absent: the last `count`
   * candles.
   */
  readonly from?: Instant;
  readonly to?: Instant;
  /**
   * The largest number of candles. When absent: all candles between `from` and `to` if both are
   * given, otherwise 500.
   */
  readonly count?: number;
  /** Whether the answer includes the candle that covers `from`. */
  readonly includeFirst: boolean;
  /** Whether each candle opens at the close of the candle before it. */
  readonly smooth: boolean;
}

/** The four prices of one component as wire strings. */
export interface WireOHLC {
  readonly o: string;
  readonly h: string;
  readonly l: string;
  readonly c: string;
}

/** A v20 Candlestick. */
export interface WireCandle {
  readonly complete: boolean;
  readonly volume: number;
  readonly time: string;
  readonly bid?: WireOHLC;
  readonly mid?: WireOHLC;
  readonly ask?: WireOHLC;
}

/** A place to look for candles; the request decides which candles it is asked for. */
export interface CandleSource<T> {
  /**
   * The last `count` candles that start before `before` (microseconds, or Infinity), oldest first.
   */
  last(before: number, count: number): T;
  /**
   * Up to `limit` candles that start in [first, before), oldest first; `before` may be Infinity.
   */
  next(first: Instant, before: number, limit: number): T;
}

/**
 * The candles that `request` means, from `source`. Only this function decides which candles a
 * request means. It does not smooth them. The request must be validated. Source: v20 semantics 7.2.
 */
export function candlesOf<T>(request: CandleRequest, source: CandleSource<T>): T {
  const { from, to, count, granularity, alignment, includeFirst } = request;
  const before = to ?? Number.POSITIVE_INFINITY;
  if (from === undefined) return source.last(before, count ?? DEFAULT_COUNT);
  const covering = bucketStart(from, granularity, alignment);
  const first = includeFirst ? covering : bucketEnd(covering, granularity, alignment);
  // An empty range has no candles, even when a candle covers it.
  if (from === to) return source.next(first, before, 0);
  const limit = count ?? (to === undefined ? DEFAULT_COUNT : Number.POSITIVE_INFINITY);
  return source.next(first, before, limit);
}

/**
 * Answers `request` from `series`, oldest candle first. The request must be validated.
 * @param now - candles of buckets that have ended by then are complete.
 */
export function queryCandles(
  series: CandleSeries,
  request: CandleRequest,
  now: Instant,
): CandleAnswer[] {
  return finish(series, request, candlesOf(request, new Buckets(series, request, now)));
}

/**
 * The row of `series` after the last bucket that starts before `before`. Infinity means after all
 * rows.
 */
export function rowAfterStartsBefore(
  series: CandleSeries,
  buckets: BucketFinder,
  before: number,
): number {
  if (before === Number.POSITIVE_INFINITY) return series.length;
  buckets.find(instant(before));
  // A bucket that starts before `before` belongs to the answer completely.
  return series.rowAtOrAfter(buckets.start === before ? before : buckets.end);
}

/** The candle with bids moved by `bid` points and asks by `ask` points; mids do not move. */
export function shiftCandle(candle: CandleAnswer, bid: number, ask: number): CandleAnswer {
  if (bid === 0 && ask === 0) return candle;
  const moved = ({ o, h, l, c }: OHLC, by: number): OHLC => {
    const point = (points: number) => Math.max(1, points + by);
    return { o: point(o), h: point(h), l: point(l), c: point(c) };
  };
  return { ...candle, bid: moved(candle.bid, bid), ask: moved(candle.ask, ask) };
}

/**
 * The v20 wire form of a candle.
 * @param components - the letters M, B and A in any order.
 */
export function formatCandle(
  candle: CandleAnswer,
  components: string,
  displayPrecision: number,
): WireCandle {
  const side = (ohlc: OHLC): WireOHLC => ({
    o: formatPoints(ohlc.o, displayPrecision),
    h: formatPoints(ohlc.h, displayPrecision),
    l: formatPoints(ohlc.l, displayPrecision),
    c: formatPoints(ohlc.c, displayPrecision),
  });
  return {
    complete: candle.complete,
    volume: candle.volume,
    time: formatRfc3339(instant(candle.time)),
    ...(components.includes('B') ? { bid: side(candle.bid) } : {}),
    ...(components.includes('M') ? { mid: side(candle.mid) } : {}),
    ...(components.includes('A') ? { ask: side(candle.ask) } : {}),
  };
}

/** The buckets of an answer, in the order in which they were found. */
interface FoundBuckets {
  /** Rows of the series between which the buckets lie: one more than there are buckets. */
  readonly rows: number[];
  /** Starts and ends (exclusive), microseconds. */
  readonly starts: Instant[];
  readonly ends: Instant[];
}

/**
 * Walks the existing buckets of a series forwards and backwards. All buckets are found before the first is
 * folded, so that the memory of many can be read at one time.
 */
class Buckets implements CandleSource<CandleAnswer[]> {
  readonly #series: CandleSeries;
  readonly #now: Instant;
  readonly #buckets: BucketFinder;

  constructor(series: CandleSeries, { granularity, alignment }: CandleRequest, now: Instant) {
    this.#series = series;
    this.#now = now;
    this.#buckets = new BucketFinder(granularity, alignment);
  }

  last(before: number, count: number): CandleAnswer[] {
    let to = rowAfterStartsBefore(this.#series, this.#buckets, before);
    const found: FoundBuckets = { rows: [to], starts: [], ends: [] };
    let rows = SOME_ROWS;
    while (to > 0 && found.starts.length < count) {
      this.#findBucketOf(to - 1);
      // Neighbouring candles mostly have about as many rows.
      const from = this.#series.rowAtOrAfter(this.#buckets.start, to - 1, to - rows);
      rows = to - from;
      to = from;
      this.#note(found, from);
    }
    for (const each of Object.values(found) as unknown[][]) each.reverse();
    return this.#folded(found);
  }

  next(first: Instant, before: number, limit: number): CandleAnswer[] {
    const end = rowAfterStartsBefore(this.#series, this.#buckets, before);
    let at = this.#series.rowAtOrAfter(first);
    const found: FoundBuckets = { rows: [at], starts: [], ends: [] };
    let rows = SOME_ROWS;
    while (at < end && found.starts.length < limit) {
      this.#findBucketOf(at);
      const to = Math.min(end, this.#series.rowAtOrAfter(this.#buckets.end, at, at + rows));
      rows = to - at;
      at = to;
      this.#note(found, to);
    }
    return this.#folded(found);
  }

  /** Adds the bucket that was found last, and the row at which it ends on the far side. */
  #note({ rows, starts, ends }: FoundBuckets, row: number): void {
    rows.push(row);
    starts.push(this.#buckets.start);
    ends.push(this.#buckets.end);
  }

  /** The candles of buckets, oldest first. */
  #folded({ rows, starts, ends }: FoundBuckets): CandleAnswer[] {
    const candles: CandleAnswer[] = [];
    for (let from = 0; from < starts.length; from += READ_AHEAD) {
      const to = Math.min(starts.length, from + READ_AHEAD);
      const length = (rows[to] as number) - (rows[from] as number);
      if (length >= LONG_ROWS * (to - from)) this.#series.readAhead(rows, from, to + 1);
      for (let at = from; at < to; at++) {
        const isComplete = (ends[at] as number) <= this.#now;
        const [first, after] = [rows[at] as number, rows[at + 1] as number];
        candles.push(this.#series.fold(first, after, starts[at] as number, isComplete));
      }
    }
    return candles;
  }

  #findBucketOf(row: number): void {
    this.#buckets.find(instant(this.#series.timeAt(row)));
  }
}

function finish(
  series: CandleSeries,
  request: CandleRequest,
  answers: CandleAnswer[],
): CandleAnswer[] {
  return request.smooth ? smooth(series, answers) : answers;
}

/**
 * Makes each candle open at the close of the candle before it. High and low include the new open.
 */
function smooth(series: CandleSeries, candles: readonly CandleAnswer[]): CandleAnswer[] {
  const [first] = candles;
  if (first === undefined) return [];
  const before = series.rowAtOrAfter(first.time) - 1;
  let previous: Candle | undefined =
    before < 0 ? undefined : series.fold(before, before + 1, 0, true);
  return candles.map(candle => {
    const last = previous;
    previous = candle;
    if (last === undefined) return candle;
    return {
      ...candle,
      bid: reopen(candle.bid, last.bid.c),
      mid: reopen(candle.mid, last.mid.c),
      ask: reopen(candle.ask, last.ask.c),
    };
  });
}

function reopen({ h, l, c }: OHLC, o: number): OHLC {
  return { o, h: Math.max(h, o), l: Math.min(l, o), c };
}
