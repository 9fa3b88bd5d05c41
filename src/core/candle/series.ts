/**
 * The price series of one instrument. Every candle is folded from it. The series keeps spans of
 * passed ticks and the price bounds of their blocks. Ticks are not copied and nothing is stored per
 * tick, so passing a million ticks costs as much as passing one. A candle costs its first and last
 * rows and the few blocks between them. The alignment belongs to the request, so no candle is
 * stored (decision 0012). Rows are numbered over all spans. Invariant: times never decrease.
 */

import { assert } from '../base/assert.js';
import { countWhile } from '../base/bisect.js';
import type { TopOfBook } from '../market/book.js';
import { midPoints } from '../market/points.js';
import { firstNear, pricesBetween, type TickWindow } from '../market/tick.js';
import { type Extremes, noExtremes } from '../market/tick-bounds.js';
import type { BucketPlace } from './bucket-rows.js';
import type { CandleAnswer } from './candle.js';

/** Rows [from, to) of a window; in the series they are the rows from `start` on. */
interface Span {
  readonly window: TickWindow;
  readonly from: number;
  readonly start: number;
  to: number;
}

/** One bid, ask and mid, in points. */
export interface BidAskMid {
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
}

/** A complete candle and the row of the series after its last one. */
export interface CandleOfRows {
  readonly candle: CandleAnswer;
  readonly to: number;
}

/**
 * Owns the spans of the prices of one instrument so far. `append` adds rows; a row never changes.
 */
export class CandleSeries {
  /** Points that the execution model adds on each side of the source's prices. */
  readonly #extra: number;
  readonly #spans: Span[] = [];
  #last: Span | undefined;
  /** Whether rows of a window stand for other numbers of prices than one each. */
  #isCounted = false;
  /** Index of the span that was read last; the next read is mostly in the same span. */
  #latest = 0;

  constructor(extra = 0) {
    this.#extra = extra;
  }

  /** Number of rows. */
  get length(): number {
    const last = this.#last;
    return last === undefined ? 0 : last.start + last.to - last.from;
  }

  /**
   * Adds the rows from `from` to `to` (exclusive) of `window`. They must not be earlier than the
   * last row.
   */
  append(window: TickWindow, from: number, to: number): void {
    const last = this.#last;
    if (last !== undefined && last.window === window && last.to === from) {
      last.to = to;
      return;
    }
    if (window.prices !== undefined) this.#isCounted = true;
    this.#last = { window, from, to, start: this.length };
    this.#spans.push(this.#last);
  }

  /** The time of row `row`, microseconds since the epoch. */
  timeAt(row: number): number {
    const { window, from, start } = this.#spanOf(row);
    return window.columns().time[from + row - start] as number;
  }

  /** Whether the price passed to row `row` from the one before through every price. */
  isLegAt(row: number): boolean {
    const { window, from, start } = this.#spanOf(row);
    return window.columns().leg?.[from + row - start] === 1;
  }

  /** The price of row `row` after the execution model has widened it; prices in points. */
  quoteAt(row: number): TopOfBook & { readonly time: number } {
    const { window, from, start } = this.#spanOf(row);
    const { time, bidVolume, askVolume } = window.columns();
    const index = from + row - start;
    return {
      time: time[index] as number,
      bid: this.#bidAt(row),
      ask: this.#askAt(row),
      bidVolume: bidVolume?.[index] ?? 0,
      askVolume: askVolume?.[index] ?? 0,
    };
  }

  /**
   * Folds rows `from` to `to` (exclusive, at least one) into the candle that starts at `time`.
   * @param complete - whether the bucket has ended.
   */
  fold(from: number, to: number, time: number, complete: boolean): CandleAnswer {
    const extremes = noExtremes();
    for (let index = this.#indexOf(from); index < this.#spans.length; index++) {
      const span = this.#spans[index] as Span;
      if (span.start >= to) break;
      const { window, start } = span;
      const first = span.from + Math.max(0, from - start);
      const end = Math.min(span.to, span.from + to - start);
      window.bounds.widen(extremes, first, end, window);
    }
    const extra = this.#extra;
    const { lowBid, highBid, lowAsk, highAsk } = extremes;
    const { lowMid, highMid } = lowBid > extra ? extremes : this.#scanMids(from, to);
    const openBid = this.#bidAt(from);
    const openAsk = this.#askAt(from);
    const closeBid = this.#bidAt(to - 1);
    const closeAsk = this.#askAt(to - 1);
    const openMid = midPoints(openBid, openAsk);
    const closeMid = midPoints(closeBid, closeAsk);
    return {
      time,
      volume: this.volumeOf(from, to),
      bid: {
        o: openBid,
        h: Math.max(1, highBid - extra),
        l: Math.max(1, lowBid - extra),
        c: closeBid,
      },
      mid: { o: openMid, h: highMid, l: lowMid, c: closeMid },
      ask: { o: openAsk, h: highAsk + extra, l: lowAsk + extra, c: closeAsk },
      complete,
    };
  }

  /**
   * Reads what long candles need that end before the rows at places `from` to `to` (exclusive) of `rows`, so that it
   * lies in the cache. One fold is too long for the processor to begin with the next: these short reads wait for
   * the memory at the same time. The rows ascend, and the last may be the end of the series.
   */
  readAhead(rows: readonly number[], from: number, to: number): void {
    for (let at = from; at < to; ) {
      const span = this.#spanOf(Math.max(0, (rows[at] as number) - 1));
      const { window, start } = span;
      const { bid, ask } = window.columns();
      const shift = span.from - start - 1;
      const first = at;
      let sum = 0;
      for (; at < to && (rows[at] as number) + shift < span.to; at++) {
        const row = Math.max(span.from, (rows[at] as number) + shift);
        sum += (bid[row] as number) + (ask[row] as number);
      }
      sum += window.bounds.readAhead(rows, { from: first, to: at, shift });
      // V8 leaves out reads whose result is not used.
      assert(sum > 0, 'Invariant: prices are above zero');
    }
  }

  /** The number of prices in rows `from` to `to` (exclusive). */
  volumeOf(from: number, to: number): number {
    if (!this.#isCounted) return to - from;
    let volume = 0;
    for (let index = this.#indexOf(from); index < this.#spans.length; index++) {
      const span = this.#spans[index] as Span;
      if (span.start >= to) break;
      const first = span.from + Math.max(0, from - span.start);
      const end = Math.min(span.to, span.from + to - span.start);
      volume += pricesBetween(span.window, first, end);
    }
    return volume;
  }

  /**
   * The complete candle that begins at row `row`; undefined when its bucket ends after `now`.
   * @param place - finds the bucket. A candle that lies inside one window is folded once for all
   * series over the same ticks.
   */
  candleFrom(row: number, place: BucketPlace, now: number): CandleOfRows | undefined {
    const { window, from, start, to } = this.#spanOf(row);
    const first = from + row - start;
    place.moveTo(window.columns(), first);
    if (place.end > now) return undefined;
    const { rowsEnd } = place;
    const after = row + rowsEnd - first;
    const isInside = place.rowsStart === first && rowsEnd <= to && rowsEnd < window.length;
    // A tick that was given beside those of the window may follow.
    const isWhole = after === this.length || rowsEnd < to || this.timeAt(after) >= place.end;
    if (isInside && isWhole) {
      const fold = () => this.fold(row, after, place.start, true);
      return { candle: place.folded(this.#extra, fold), to: after };
    }
    const end = this.rowAtOrAfter(place.end, row);
    return { candle: this.fold(row, end, place.start, true), to: end };
  }

  /** The prices of row `row` after the execution model has widened them, in points. */
  pricesAt(row: number): BidAskMid {
    const bid = this.#bidAt(row);
    const ask = this.#askAt(row);
    return { bid, ask, mid: midPoints(bid, ask) };
  }

  /**
   * The first row at or after `time`; `length` when there is none. The search starts where `time`
   * would be if ticks came as evenly as between rows `one` and `other`. Rows near the answer make
   * it faster.
   */
  rowAtOrAfter(time: number, one = 0, other = this.length - 1): number {
    const spans = this.#spans;
    let index = this.#indexOf(one);
    while (index < spans.length && endsBefore(spans[index] as Span, time)) index += 1;
    while (index > 0 && !endsBefore(spans[index - 1] as Span, time)) index -= 1;
    const span = spans[index];
    if (span === undefined) return this.length;
    const { window, from, to, start } = span;
    const { time: times } = window.columns();
    const near = interpolated(times, time, rowIn(span, one), rowIn(span, other));
    const within = Math.min(Math.max(near, from), to);
    return start + Math.max(from, firstNear(times, to, time, within)) - from;
  }

  /** A separate series over the same ticks. */
  clone(): CandleSeries {
    const copy = new CandleSeries(this.#extra);
    for (const span of this.#spans) copy.#spans.push({ ...span });
    copy.#last = copy.#spans.at(-1);
    copy.#isCounted = this.#isCounted;
    return copy;
  }

  #spanOf(row: number): Span {
    return this.#spans[this.#indexOf(row)] as Span;
  }

  /** Index of the span that holds `row`. */
  #indexOf(row: number): number {
    const latest = this.#spans[this.#latest];
    if (
      latest !== undefined &&
      row >= latest.start &&
      row - latest.start < latest.to - latest.from
    ) {
      return this.#latest;
    }
    const later = countWhile(this.#spans.length, at => (this.#spans[at] as Span).start <= row);
    this.#latest = Math.max(0, later - 1);
    return this.#latest;
  }

  #bidAt(row: number): number {
    const { window, from, start } = this.#spanOf(row);
    return Math.max(1, (window.columns().bid[from + row - start] as number) - this.#extra);
  }

  #askAt(row: number): number {
    const { window, from, start } = this.#spanOf(row);
    return (window.columns().ask[from + row - start] as number) + this.#extra;
  }

  /**
   * High and low mid of rows in which a bid has the minimum of one point. The mid then differs from
   * the source's mid.
   */
  #scanMids(from: number, to: number): Pick<Extremes, 'lowMid' | 'highMid'> {
    let lowMid = Number.POSITIVE_INFINITY;
    let highMid = Number.NEGATIVE_INFINITY;
    for (let row = from; row < to; row++) {
      const { mid } = this.pricesAt(row);
      lowMid = Math.min(lowMid, mid);
      highMid = Math.max(highMid, mid);
    }
    return { lowMid, highMid };
  }
}

/** Whether all rows of `span` are before `time`. */
function endsBefore({ window, to }: Span, time: number): boolean {
  if (window.lastTime < time) return true;
  return to < window.length && (window.columns().time[to - 1] as number) < time;
}

/**
 * The row in the window of `span` that is row `row` of the series, or the nearest row of the span.
 */
function rowIn({ from, to, start }: Span, row: number): number {
  return Math.min(Math.max(from, from + row - start), to - 1);
}

/** Where `at` would be if time passed as evenly as between rows `one` and `other`. */
function interpolated(times: Float64Array, at: number, one: number, other: number): number {
  const begin = times[one] as number;
  const passed = (times[other] as number) - begin;
  return passed === 0 ? other : one + Math.round(((at - begin) / passed) * (other - one));
}
