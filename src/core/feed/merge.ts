/**
 * The feed: ticks of any number of instruments in one order, by time, then instrument order of the
 * scenario, then row. A reused cursor: after `next`, `source` and `row` say which tick is meant.
 */

import type { TickColumns } from '../market/tick.js';

const ENDED = Number.POSITIVE_INFINITY;

export class FeedMerge {
  /** Index of the columns that hold the current tick. */
  source = -1;
  /** Its row. */
  row = -1;
  /** Its time, microseconds. */
  time = Number.NEGATIVE_INFINITY;
  readonly #columns: readonly TickColumns[];
  readonly #rows: Int32Array;
  readonly #heads: Float64Array;
  readonly #ends: Int32Array;

  /** @param from - first instant, inclusive.  @param to - end, exclusive. */
  constructor(columns: readonly TickColumns[], from = -ENDED, to = ENDED) {
    this.#columns = columns;
    this.#rows = Int32Array.from(columns, each => firstAtOrAfter(each, from));
    this.#ends = Int32Array.from(columns, each => firstAtOrAfter(each, to));
    this.#heads = new Float64Array(columns.length);
    for (let source = 0; source < columns.length; source++) this.#refresh(source);
  }

  /** Ticks still to come. */
  get remaining(): number {
    return this.#ends.reduce((sum, end, source) => sum + end - (this.#rows[source] as number), 0);
  }

  /** Time of the next tick; Infinity when there is none. */
  peekTime(): number {
    const source = this.#earliest();
    return source < 0 ? ENDED : (this.#heads[source] as number);
  }

  /** Moves to the next tick. @returns false at the end. */
  next(): boolean {
    const source = this.#earliest();
    if (source < 0) return false;
    const row = this.#rows[source] as number;
    this.source = source;
    this.row = row;
    this.time = this.#heads[source] as number;
    this.#rows[source] = row + 1;
    this.#refresh(source);
    return true;
  }

  /** Scans the heads: the first of the earliest wins, which is the tie rule. */
  #earliest(): number {
    let best = -1;
    let time = ENDED;
    for (let source = 0; source < this.#heads.length; source++) {
      const head = this.#heads[source] as number;
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
