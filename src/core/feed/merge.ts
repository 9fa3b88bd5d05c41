/**
 * The feed: merges the ticks of any number of instruments into one order: by time, then by
 * instrument in scenario order, then by row. It is one reused cursor that allocates nothing per
 * tick. After `next`, the fields `source`, `window`, `columns`, `row` and `time` describe the
 * current tick. A few instruments are scanned; many are kept in a heap. `pass` skips ticks that
 * nobody needs to look at. Invariant: times never decrease. Source: decisions 0005, 0012.
 */

import type { QuietBand } from '../market/quiet-band.js';
import type { TickColumns, TickWindow } from '../market/tick.js';
import { type OnPassed, SourceCursor } from './source-cursor.js';

const ENDED = Number.POSITIVE_INFINITY;
/** Up to this number of instruments a scan is faster than a heap. */
const SCANNED = 8;

/** The merged ticks of all instruments. */
export class FeedMerge {
  /** Index of the source of the current tick; -1 before the first tick. */
  source = -1;
  /** Window, columns and row of the current tick. */
  window: TickWindow | undefined;
  columns: TickColumns | undefined;
  row = -1;
  /** Time of the current tick, microseconds since the epoch. */
  time = Number.NEGATIVE_INFINITY;
  readonly #cursors: readonly SourceCursor[];
  /** Time of the next tick of each source; Infinity when the source has ended. */
  readonly #heads: Float64Array;
  /** Sources as a binary heap, earliest first; empty when there are few enough to scan. */
  readonly #heap: Int32Array;
  /** The source of the tick that `calmUntil` found outside its band; -1 when it found none. */
  #loud = -1;

  /**
   * @param sources - the windows of each instrument, in scenario order.
   * @param from - first instant, inclusive, microseconds.
   * @param to - end, exclusive, microseconds.
   */
  constructor(sources: readonly (readonly TickWindow[])[], from = -ENDED, to = ENDED) {
    this.#cursors = sources.map(windows => new SourceCursor(windows, to));
    this.#heads = new Float64Array(sources.length);
    this.#heap = new Int32Array(sources.length > SCANNED ? sources.length : 0);
    this.seek(from);
  }

  /** Number of ticks that are still to come. */
  get remaining(): number {
    return this.#cursors.reduce((sum, cursor) => sum + cursor.remaining, 0);
  }

  /** Time of the next tick, microseconds; Infinity when there is none. */
  peekTime(): number {
    const source = this.#earliest();
    return source < 0 ? ENDED : (this.#heads[source] as number);
  }

  /**
   * Moves to the next tick.
   * @returns false when there is none; the cursor then stays where it is.
   */
  next(): boolean {
    const source = this.#earliest();
    if (source < 0) return false;
    const cursor = this.#cursors[source] as SourceCursor;
    this.source = source;
    this.window = cursor.window;
    this.columns = cursor.columns;
    this.row = cursor.row;
    this.time = this.#heads[source] as number;
    cursor.step();
    this.#heads[source] = cursor.time;
    if (this.#heap.length > 0) this.#siftDown(0);
    return true;
  }

  /**
   * Call after `next`. The end row (exclusive) up to which the current source has the next ticks:
   * in the same window, before `limit`, and before any other source has a tick.
   */
  runEnd(limit: number): number {
    const { source } = this;
    const cursor = this.#cursors[source] as SourceCursor;
    if (cursor.window !== this.window) return this.row + 1;
    const other = this.#earliestBut(source);
    const head = other < 0 ? ENDED : (this.#heads[other] as number);
    return cursor.rowsBefore(Math.min(limit, other < source ? head : head + 1));
  }

  /** Skips the next `count` rows of the current source. `runEnd` must have covered them. */
  leap(count: number): void {
    const cursor = this.#cursors[this.source] as SourceCursor;
    cursor.leap(count);
    this.#heads[this.source] = cursor.time;
    // The source that ran on had the earliest tick, so it is on top of the heap.
    if (this.#heap.length > 0) this.#siftDown(0);
  }

  /** The place of a source. It moves with the feed; callers read it. */
  headOf(source: number): SourceCursor {
    return this.#cursors[source] as SourceCursor;
  }

  /**
   * Passes the ticks before `limit` while each is inside the band of its source.
   * @returns the number of ticks passed. The next tick, if it is before `limit`, needs a look.
   */
  pass(limit: number, bands: readonly QuietBand[], onPassed: OnPassed): number {
    return this.#passTo(this.calmUntil(limit, bands), this.#loud, onPassed);
  }

  /** Passes the ticks before `time`, all of which `calmUntil` has found inside their bands. */
  passTo(time: number, onPassed: OnPassed): number {
    return this.#passTo(time, -1, onPassed);
  }

  /** Moves the source `source` alone, to row `row` of its window, whose time is `time`. */
  moveTo(source: number, row: number, time: number): void {
    const cursor = this.#cursors[source] as SourceCursor;
    cursor.moveTo(row, time);
    this.#heads[source] = cursor.time;
    this.#heapify();
  }

  /** The time of the first tick outside the band of its source, if it is before `limit`; or else `limit`. */
  calmUntil(limit: number, bands: readonly QuietBand[]): number {
    const cursors = this.#cursors;
    let stop = limit;
    this.#loud = -1;
    for (let source = 0; source < cursors.length; source++) {
      // Only times before the loud tick found so far matter: for equal times the earlier source
      // wins.
      const at = (cursors[source] as SourceCursor).scout(bands[source] as QuietBand, stop);
      if (at >= stop) continue;
      stop = at;
      this.#loud = source;
    }
    return stop;
  }

  #passTo(stop: number, loud: number, onPassed: OnPassed): number {
    const cursors = this.#cursors;
    let passed = 0;
    for (let source = 0; source < cursors.length; source++) {
      const before = loud >= 0 && source < loud ? stop + 1 : stop;
      if (source !== loud && (this.#heads[source] as number) >= before) continue;
      const cursor = cursors[source] as SourceCursor;
      passed += cursor.advance(before, source === loud, source, onPassed);
      this.#heads[source] = cursor.time;
    }
    if (passed > 0) this.#heapify();
    return passed;
  }

  /**
   * Makes the first tick at or after `time` the next one. The move can be forwards or backwards.
   */
  seek(time: number): void {
    this.#cursors.forEach((cursor, source) => {
      cursor.seek(time);
      this.#heads[source] = cursor.time;
    });
    this.source = -1;
    this.row = -1;
    this.window = undefined;
    this.columns = undefined;
    this.time = Number.NEGATIVE_INFINITY;
    this.#heap.forEach((_, source) => {
      this.#heap[source] = source;
    });
    this.#heapify();
  }

  /** Adds ticks at the end of a source; none is before its last tick or before the current tick. */
  append(source: number, window: TickWindow): void {
    const cursor = this.#cursors[source] as SourceCursor;
    cursor.append(window);
    this.#heads[source] = cursor.time;
    this.#heapify();
  }

  /** Gives the ticks still to come of a source as `disturb` makes them; it keeps their times. */
  disturb(source: number, disturb: (window: TickWindow) => TickWindow): void {
    (this.#cursors[source] as SourceCursor).disturb(disturb);
  }

  /** Time of the last tick of a source, microseconds; -Infinity when it has none. */
  lastTickOf(source: number): number {
    return (this.#cursors[source] as SourceCursor).windows.at(-1)?.lastTime ?? -ENDED;
  }

  /** A separate feed at the same place; the ticks are shared. */
  clone(): FeedMerge {
    const copy = new FeedMerge(this.#cursors.map(cursor => cursor.windows));
    this.#cursors.forEach((cursor, source) => {
      (copy.#cursors[source] as SourceCursor).copyFrom(cursor);
    });
    copy.#heads.set(this.#heads);
    copy.#heap.set(this.#heap);
    copy.source = this.source;
    copy.window = this.window;
    copy.columns = this.columns;
    copy.row = this.row;
    copy.time = this.time;
    return copy;
  }

  /** The source of the next tick; -1 when there is none. For equal times the first source wins. */
  #earliest(): number {
    const heads = this.#heads;
    if (heads.length === 1) return (heads[0] as number) < ENDED ? 0 : -1;
    if (this.#heap.length > 0) {
      const top = this.#heap[0] as number;
      return (heads[top] as number) < ENDED ? top : -1;
    }
    return this.#scanBut(-1);
  }

  /** Like #earliest, without the source `source`. A source at its end can be the result. */
  #earliestBut(source: number): number {
    const heap = this.#heap;
    if (heap.length === 0) return this.#scanBut(source);
    const top = heap[0] as number;
    if (top !== source) return top;
    const second = heap[1] as number;
    const third = heap[2] as number;
    return this.#before(second, third) ? second : third;
  }

  #scanBut(left: number): number {
    const heads = this.#heads;
    let best = -1;
    let time = ENDED;
    for (let source = 0; source < heads.length; source++) {
      const head = heads[source] as number;
      if (head < time && source !== left) {
        time = head;
        best = source;
      }
    }
    return best;
  }

  #heapify(): void {
    for (let at = (this.#heap.length >> 1) - 1; at >= 0; at--) this.#siftDown(at);
  }

  #siftDown(from: number): void {
    const heap = this.#heap;
    const moving = heap[from] as number;
    let at = from;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= heap.length) break;
      if (
        child + 1 < heap.length &&
        this.#before(heap[child + 1] as number, heap[child] as number)
      ) {
        child += 1;
      }
      if (!this.#before(heap[child] as number, moving)) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = moving;
  }

  #before(a: number, b: number): boolean {
    const difference = (this.#heads[a] as number) - (this.#heads[b] as number);
    // When both sources have ended, Infinity - Infinity is NaN; the order of the list decides.
    return difference < 0 || (!(difference > 0) && a < b);
  }
}
