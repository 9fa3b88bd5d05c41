/**
 * A list that only grows, kept in chunks. A copy shares every full chunk with the original, so
 * copying a list of 100,000 items copies about a hundred references and the last chunk. The ledger
 * and the journal are such lists: they make a fork cheap (decision 0026).
 */

/** Items of a full chunk. */
const CHUNK = 1_024;

/** A list that is read by place and from its start on; it is never changed through this view. */
export interface Sequence<T> extends Iterable<T> {
  readonly length: number;
  /** The item at `index`, from 0; a negative index counts from the end. */
  at(index: number): T | undefined;
  /** The items from `from` to `to` (exclusive), as `Array.prototype.slice`. */
  slice(from?: number, to?: number): T[];
  /** The items, for `JSON.stringify`. */
  toJSON(): T[];
}

/** A list that only grows. */
export class ChunkedList<T> implements Sequence<T> {
  /** Full chunks are shared with copies and never written again; the last one is this list's own. */
  readonly #chunks: T[][] = [];
  #last: T[] = [];
  #length = 0;

  /** @param items - the first items of the list. */
  constructor(items: Iterable<T> = []) {
    for (const item of items) this.push(item);
  }

  get length(): number {
    return this.#length;
  }

  /** Adds `item` at the end. */
  push(item: T): void {
    if (this.#last.length === CHUNK) {
      this.#chunks.push(this.#last);
      this.#last = [];
    }
    this.#last.push(item);
    this.#length += 1;
  }

  at(index: number): T | undefined {
    const place = index < 0 ? this.#length + index : index;
    return this.#chunk(Math.floor(place / CHUNK))?.[place % CHUNK];
  }

  slice(from = 0, to = this.#length): T[] {
    const end = this.#place(to);
    const items: T[] = [];
    for (let place = this.#place(from); place < end; ) {
      const at = place % CHUNK;
      const chunk = this.#chunk((place - at) / CHUNK) as T[];
      const stop = Math.min(chunk.length, at + end - place);
      for (let index = at; index < stop; index++) items.push(chunk[index] as T);
      place += stop - at;
    }
    return items;
  }

  toJSON(): T[] {
    return this.slice();
  }

  *[Symbol.iterator](): Generator<T, void> {
    for (let index = 0; index <= this.#chunks.length; index++) {
      yield* this.#chunk(index) as T[];
    }
  }

  /** A separate list with the same items. */
  clone(): ChunkedList<T> {
    const copy = new ChunkedList<T>();
    for (const chunk of this.#chunks) copy.#chunks.push(chunk);
    copy.#last = [...this.#last];
    copy.#length = this.#length;
    return copy;
  }

  /** A place that counts from the end when it is negative, inside the list. */
  #place(index: number): number {
    return Math.min(Math.max(0, index < 0 ? this.#length + index : index), this.#length);
  }

  #chunk(index: number): T[] | undefined {
    return index === this.#chunks.length ? this.#last : this.#chunks[index];
  }
}
