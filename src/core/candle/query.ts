/**
 * Candles on request: the price series rolled up to any granularity and alignment.
 * Which candles a request means: v20 semantics 7.2; what is in them: 7.3, 7.4.
 */

import { formatPoints } from '../market/points.js';
import { formatRfc3339, type Instant, instant } from '../time/instant.js';
import { type Alignment, bucketEnd, bucketStart } from './alignment.js';
import type { Candle, OHLC } from './candle.js';
import type { Granularity } from './granularity.js';
import type { CandleSeries } from './series.js';

export const DEFAULT_COUNT = 500;
/** Rows before a candle among which its start is looked for first. */
const NEAR = 64;

export interface CandleRequest {
  readonly granularity: Granularity;
  readonly alignment: Alignment;
  /** Both absent: the last `count` candles. */
  readonly from?: Instant;
  readonly to?: Instant;
  /** Absent with both `from` and `to`: all of the range. Otherwise 500. */
  readonly count?: number;
  /** Whether the candle that covers `from` is part of the answer. */
  readonly includeFirst: boolean;
  /** Whether a candle opens at the close before it. */
  readonly smooth: boolean;
}

export interface CandleAnswer extends Candle {
  /** Whether the bucket has ended. */
  readonly complete: boolean;
}

/** Prices of one component as wire strings. */
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

/** Answers `request` from `series` as of `now`. The request has been validated. */
export function queryCandles(
  series: CandleSeries,
  request: CandleRequest,
  now: Instant,
): CandleAnswer[] {
  const { from, to } = request;
  const span = new Buckets(series, request, now);
  const end = to === undefined ? series.length : span.rowAfterStartsBefore(to);
  if (from === undefined) {
    return finish(series, request, span.last(end, request.count ?? DEFAULT_COUNT));
  }
  const covering = bucketStart(from, request.granularity, request.alignment);
  const first = request.includeFirst
    ? covering
    : bucketEnd(covering, request.granularity, request.alignment);
  const limit = request.count ?? (to === undefined ? DEFAULT_COUNT : Number.POSITIVE_INFINITY);
  return finish(series, request, span.next(series.rowAtOrAfter(first), end, limit));
}

/** The candle of the rows in [start, end), or undefined when there was no price. */
export function candleOf(series: CandleSeries, start: Instant, end: Instant): Candle | undefined {
  const from = series.rowAtOrAfter(start);
  const to = series.rowAtOrAfter(end, from);
  return from === to ? undefined : series.fold(from, to, start);
}

/** The wire form. @param components - letters of M, B and A in any order. */
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

/** Walks the existing buckets of a series, forwards and backwards. */
class Buckets {
  readonly #series: CandleSeries;
  readonly #now: Instant;
  readonly #granularity: Granularity;
  readonly #alignment: Alignment;

  constructor(series: CandleSeries, { granularity, alignment }: CandleRequest, now: Instant) {
    this.#series = series;
    this.#now = now;
    this.#granularity = granularity;
    this.#alignment = alignment;
  }

  /** The row after the last bucket that starts before `to`; such a bucket is answered whole. */
  rowAfterStartsBefore(to: Instant): number {
    const start = bucketStart(to, this.#granularity, this.#alignment);
    if (start === to) return this.#series.rowAtOrAfter(to);
    return this.#series.rowAtOrAfter(bucketEnd(start, this.#granularity, this.#alignment));
  }

  /** Up to `count` candles that end before row `end`, oldest first. */
  last(end: number, count: number): CandleAnswer[] {
    const candles: CandleAnswer[] = [];
    let to = end;
    while (to > 0 && candles.length < count) {
      const start = this.#startOfRow(to - 1);
      // Neighbours are mostly alike in size, so the start is looked for near first.
      const near = to - 2 * (candles.at(-1)?.volume ?? 0) - NEAR;
      const low = near > 0 && this.#series.timeAt(near) < start ? near : 0;
      const from = this.#series.rowAtOrAfter(start, low);
      const stop = bucketEnd(start, this.#granularity, this.#alignment);
      candles.push(this.#answer(from, to, start, stop));
      to = from;
    }
    return candles.reverse();
  }

  /** Up to `count` candles from row `from` on, before row `end`. */
  next(from: number, end: number, count: number): CandleAnswer[] {
    const candles: CandleAnswer[] = [];
    let at = from;
    while (at < end && candles.length < count) {
      const start = this.#startOfRow(at);
      const stop = bucketEnd(start, this.#granularity, this.#alignment);
      const to = Math.min(end, this.#series.rowAtOrAfter(stop, at));
      candles.push(this.#answer(at, to, start, stop));
      at = to;
    }
    return candles;
  }

  #answer(from: number, to: number, start: Instant, stop: Instant): CandleAnswer {
    const { time, volume, bid, mid, ask } = this.#series.fold(from, to, start);
    return { time, volume, bid, mid, ask, complete: stop <= this.#now };
  }

  #startOfRow(row: number): Instant {
    const at = instant(this.#series.timeAt(row));
    return bucketStart(at, this.#granularity, this.#alignment);
  }
}

function finish(
  series: CandleSeries,
  request: CandleRequest,
  answers: CandleAnswer[],
): CandleAnswer[] {
  return request.smooth ? smooth(series, answers) : answers;
}

/** Each candle opens at the close before it; its high and low take the new open in. */
function smooth(series: CandleSeries, candles: readonly CandleAnswer[]): CandleAnswer[] {
  const [first] = candles;
  if (first === undefined) return [];
  const before = series.rowAtOrAfter(first.time) - 1;
  let previous: Candle | undefined = before < 0 ? undefined : series.fold(before, before + 1, 0);
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
