/**
 * The feed: ticks of any number of instruments in one order, by time, then instrument order of the
 * scenario, then row. A reused cursor that allocates nothing per tick: after `next`, `source`,
 * `window`, `columns`, `row` and `time` say which tick is meant. A few instruments are scanned;
 * many are kept in a heap. `pass` leaves out what nobody has to look at.
 * Invariant: times never decrease. Source: decisions 0005, 0012.
 */

import type { QuietBand } from '../market/quiet-band.js';
import type { TickColumns, TickWindow } from '../market/tick.js';
import { type OnPassed, SourceCursor } from './source-cursor.js';

const ENDED = Number.POSITIVE_INFINITY;
/** Up to here a scan of the heads is faster than a heap. */
const SCANNED = 8;

export class FeedMerge {
  /** Index of the source of the current tick. */
  source = -1;
  /** Its window, columns and row. */
  window: TickWindow | undefined;
  columns: TickColumns | undefined;
  row = -1;
  /** Its time, microseconds. */
  time = Number.NEGATIVE_INFINITY;
  readonly #cursors: readonly SourceCursor[];
  /** Time of the next tick of each source; Infinity at its end. */
  readonly #heads: Float64Array;
  /** Sources as a binary heap, earliest first; empty while few are scanned. */
  readonly #heap: Int32Array;

  /** @param from - first instant, inclusive.  @param to - end, exclusive. */
  constructor(sources: readonly (readonly TickWindow[])[], from = -ENDED, to = ENDED) {
    this.#cursors = sources.map(windows => new SourceCursor(windows, to));
    this.#heads = new Float64Array(sources.length);
    this.#heap = new Int32Array(sources.length > SCANNED ? sources.length : 0);
    this.seek(from);
  }

  /** Ticks still to come. */
  get remaining(): number {
    return this.#cursors.reduce((sum, cursor) => sum + cursor.remaining, 0);
  }

  /** Time of the next tick; Infinity when there is none. */
  peekTime(): number {
    const source = this.#earliest();
    return source < 0 ? ENDED : (this.#heads[source] as number);
  }

  /** Moves to the next tick. @returns false at the end, which leaves the cursor where it is. */
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
   * After `next`: the row, in the same window, up to which the current source goes on before
   * `limit` and before any other source has a tick.
   */
  runEnd(limit: number): number {
    const { source } = this;
    const cursor = this.#cursors[source] as SourceCursor;
    if (cursor.window !== this.window) return this.row + 1;
    const other = this.#earliestBut(source);
    const head = other < 0 ? ENDED : (this.#heads[other] as number);
    return cursor.rowsBefore(Math.min(limit, other < source ? head : head + 1));
  }

  /** Leaves out the next `count` rows of the current source, which `runEnd` covered. */
  leap(count: number): void {
    const cursor = this.#cursors[this.source] as SourceCursor;
    cursor.leap(count);
    this.#heads[this.source] = cursor.time;
    // A source that went on had the earliest tick, and so stands on top.
    if (this.#heap.length > 0) this.#siftDown(0);
  }

  /**
   * Passes every tick before `limit` that lies inside its source's band and comes before the first
   * one that does not. @returns how many were passed; the next tick is one to look at.
   */
  pass(limit: number, bands: readonly QuietBand[], onPassed: OnPassed): number {
    const cursors = this.#cursors;
    let loud = -1;
    let stop = limit;
    for (let source = 0; source < cursors.length; source++) {
      // A later source only counts up to the loud tick found so far: ties go to the earlier one.
      const at = (cursors[source] as SourceCursor).scout(bands[source] as QuietBand, stop);
      if (at >= stop) continue;
      stop = at;
      loud = source;
    }
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

  /** Makes the first tick at or after `time` the next one, forwards or backwards. */
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

  /** A feed of its own that stands where this one stands; the ticks are shared. */
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

  /** The source of the next tick, or -1; of equal times the first source, which is the tie rule. */
  #earliest(): number {
    const heads = this.#heads;
    if (heads.length === 1) return (heads[0] as number) < ENDED ? 0 : -1;
    if (this.#heap.length > 0) {
      const top = this.#heap[0] as number;
      return (heads[top] as number) < ENDED ? top : -1;
    }
    return this.#scanBut(-1);
  }

  /** As #earliest, of all sources but one: what comes first in order, if only at the end. */
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
    // Two sources at their end: Infinity - Infinity is NaN, and their order is that of the list.
    return difference < 0 || (!(difference > 0) && a < b);
  }
}
