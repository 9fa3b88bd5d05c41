/**
 * The price series of one instrument, from which every candle is folded: spans of ticks that have
 * passed, with the bounds of their blocks. Nothing is copied and nothing is kept a tick, so that
 * passing a million ticks costs what passing one does; a candle costs its first and last rows and
 * the few blocks between. Alignment belongs to the request, so no candle is stored (decision 0012).
 * Rows are counted over all spans. Invariant: times never decrease.
 */

import { midPoints } from '../market/points.js';
import { firstAtOrAfter, type TickColumns, type TickWindow } from '../market/tick.js';
import { noExtremes } from '../market/tick-bounds.js';
import type { Candle } from './candle.js';

/** Rows [from, to) of a window; they are the rows from `start` on of the series. */
interface Span {
  readonly window: TickWindow;
  readonly from: number;
  readonly start: number;
  to: number;
}

export class CandleSeries {
  /** Points that the execution model adds to each side of the source's prices. */
  readonly #extra: number;
  readonly #spans: Span[] = [];
  #last: Span | undefined;

  constructor(extra = 0) {
    this.#extra = extra;
  }

  /** Number of rows: of prices so far. */
  get length(): number {
    const last = this.#last;
    return last === undefined ? 0 : last.start + last.to - last.from;
  }

  /** Adds the rows from `from` to `to` (exclusive) of `window`; they are not before the last. */
  append(window: TickWindow, from: number, to: number): void {
    const last = this.#last;
    if (last !== undefined && last.window === window && last.to === from) {
      last.to = to;
      return;
    }
    this.#last = { window, from, to, start: this.length };
    this.#spans.push(this.#last);
  }

  /** Time of row `row`, microseconds. */
  timeAt(row: number): number {
    const { window, from, start } = this.#spanOf(row);
    return window.columns().time[from + row - start] as number;
  }

  /** Rows `from` to `to` (exclusive, at least one) as one candle that starts at `time`. */
  fold(from: number, to: number, time: number): Candle {
    const extremes = noExtremes();
    for (let index = this.#indexOf(from); index < this.#spans.length; index++) {
      const span = this.#spans[index] as Span;
      if (span.start >= to) break;
      const { window, start } = span;
      const first = span.from + Math.max(0, from - start);
      const end = Math.min(span.to, span.from + to - start);
      window.bounds.widen(extremes, first, end, window);
    }
    const open = this.#pricesAt(from);
    const close = this.#pricesAt(to - 1);
    const extra = this.#extra;
    const mid =
      extremes.lowBid > extra
        ? { h: extremes.highMid, l: extremes.lowMid }
        : this.#scanMids(from, to);
    return {
      time,
      volume: to - from,
      bid: {
        o: open.bid,
        h: Math.max(1, extremes.highBid - extra),
        l: Math.max(1, extremes.lowBid - extra),
        c: close.bid,
      },
      mid: { o: open.mid, ...mid, c: close.mid },
      ask: {
        o: open.ask,
        h: extremes.highAsk + extra,
        l: extremes.lowAsk + extra,
        c: close.ask,
      },
    };
  }

  /** The first row at or after `time`, from row `low` on; `length` when there is none. */
  rowAtOrAfter(time: number, low = 0): number {
    if (low >= this.length) return this.length;
    for (let index = this.#indexOf(low); index < this.#spans.length; index++) {
      const { window, from, to, start } = this.#spans[index] as Span;
      if (window.lastTime < time) continue;
      const columns = window.columns();
      if ((columns.time[to - 1] as number) < time) continue;
      const first = Math.max(from, from + low - start);
      return start + firstAtOrAfter(columns.time, to, time, first) - from;
    }
    return this.length;
  }

  /** A series that grows by itself; the ticks are shared. */
  clone(): CandleSeries {
    const copy = new CandleSeries(this.#extra);
    for (const span of this.#spans) copy.#spans.push({ ...span });
    copy.#last = copy.#spans.at(-1);
    return copy;
  }

  #spanOf(row: number): Span {
    return this.#spans[this.#indexOf(row)] as Span;
  }

  /** Index of the span that holds `row`. */
  #indexOf(row: number): number {
    let low = 0;
    let high = this.#spans.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#spans[middle] as Span).start <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #pricesAt(row: number) {
    const { window, from, start } = this.#spanOf(row);
    return this.#prices(window.columns(), from + row - start);
  }

  #prices({ bid, ask }: TickColumns, row: number) {
    const low = Math.max(1, (bid[row] as number) - this.#extra);
    const high = (ask[row] as number) + this.#extra;
    return { bid: low, ask: high, mid: midPoints(low, high) };
  }

  /** High and low mid where some bid stands on its floor: there the mid is not the source's. */
  #scanMids(from: number, to: number): { readonly h: number; readonly l: number } {
    let h = Number.NEGATIVE_INFINITY;
    let l = Number.POSITIVE_INFINITY;
    for (let row = from; row < to; row++) {
      const { mid } = this.#pricesAt(row);
      h = Math.max(h, mid);
      l = Math.min(l, mid);
    }
    return { h, l };
  }
}
