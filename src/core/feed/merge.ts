/**
 * The feed: ticks of any number of instruments in one order, by time, then instrument order of the
 * scenario, then row. A reused cursor that allocates nothing per tick: after `next`, `source`,
 * `row` and `time` say which tick is meant. A few instruments are scanned; many are kept in a heap.
 * Invariant: times never decrease. Source: design section 3.
 */

import type { TickColumns } from '../market/tick.js';

const ENDED = Number.POSITIVE_INFINITY;
/** Up to here a scan of the heads is faster than a heap. */
const SCANNED = 8;

export class FeedMerge {
  /** Index of the columns that hold the current tick. */
  source = -1;
  /** Its row. */
  row = -1;
  /** Its time, microseconds. */
  time = Number.NEGATIVE_INFINITY;
  readonly #columns: readonly TickColumns[];
  readonly #rows: Int32Array;
  readonly #ends: Int32Array;
  /** Time of the next tick of each source; Infinity at its end. */
  readonly #heads: Float64Array;
  /** Sources as a binary heap, earliest first; empty while few are scanned. */
  readonly #heap: Int32Array;

  /** @param from - first instant, inclusive.  @param to - end, exclusive. */
  constructor(columns: readonly TickColumns[], from = -ENDED, to = ENDED) {
    this.#columns = columns;
    this.#rows = new Int32Array(columns.length);
    this.#ends = Int32Array.from(columns, each => firstAtOrAfter(each, to));
    this.#heads = new Float64Array(columns.length);
    this.#heap = new Int32Array(columns.length > SCANNED ? columns.length : 0);
    this.seek(from);
  }

  /** Ticks still to come. */
  get remaining(): number {
    return this.#ends.reduce(
      (sum, end, source) => sum + Math.max(0, end - (this.#rows[source] as number)),
      0,
    );
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
    const row = this.#rows[source] as number;
    this.source = source;
    this.row = row;
    this.time = this.#heads[source] as number;
    this.#rows[source] = row + 1;
    this.#refresh(source);
    if (this.#heap.length > 0) this.#siftDown(0);
    return true;
  }

  /** Makes the first tick at or after `time` the next one, forwards or backwards. */
  seek(time: number): void {
    this.#columns.forEach((columns, source) => {
      this.#rows[source] = firstAtOrAfter(columns, time);
      this.#refresh(source);
    });
    this.source = -1;
    this.row = -1;
    this.time = Number.NEGATIVE_INFINITY;
    this.#heap.forEach((_, source) => {
      this.#heap[source] = source;
    });
    for (let at = (this.#heap.length >> 1) - 1; at >= 0; at--) this.#siftDown(at);
  }

  /** A feed of its own that stands where this one stands; the ticks are shared. */
  clone(): FeedMerge {
    const copy = new FeedMerge(this.#columns);
    copy.#rows.set(this.#rows);
    copy.#ends.set(this.#ends);
    copy.#heads.set(this.#heads);
    copy.#heap.set(this.#heap);
    copy.source = this.source;
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
    let best = -1;
    let time = ENDED;
    for (let source = 0; source < heads.length; source++) {
      const head = heads[source] as number;
      if (head < time) {
        time = head;
        best = source;
      }
    }
    return best;
  }

  #refresh(source: number): void {
    const row = this.#rows[source] as number;
    const { time } = this.#columns[source] as TickColumns;
    this.#heads[source] = row < (this.#ends[source] as number) ? (time[row] as number) : ENDED;
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

function firstAtOrAfter({ time, length }: TickColumns, at: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((time[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
