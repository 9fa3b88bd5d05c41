/**
 * A list that only grows, kept in chunks. A copy shares all chunks with the original, so copying a
 * list of 100,000 items copies about a hundred references. The ledger and the journal are such
 * lists: they make a fork cheap (decision 0026). Old chunks can be packed (decision 0037).
 */

import { CHUNK, Chunk } from './chunk.js';
import { ALIKE_FORM } from './packed/alike-form.js';
import type { Form } from './packed/form.js';
import type { PackedBytes, Packing } from './packing.js';

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

/** A list as bytes. */
export interface ListImage {
  readonly length: number;
  readonly chunks: readonly PackedBytes[];
}

/**
 * Owns the chunks of a list that only grows. `push` adds an item; `pack` changes the form of old
 * ones, and nothing that is read.
 */
export class ChunkedList<T> implements Sequence<T> {
  #chunks: Chunk<T>[] = [];
  #length = 0;
  /** Number of chunks that are packed. */
  #packed = 0;

  /** @param items - the first items of the list. */
  constructor(items: Iterable<T> = []) {
    for (const item of items) this.push(item);
  }

  get length(): number {
    return this.#length;
  }

  /** Adds `item` at the end. */
  push(item: T): void {
    const place = this.#length % CHUNK;
    if (place === 0) this.#chunks.push(new Chunk([item]));
    else if (!(this.#chunks.at(-1) as Chunk<T>).add(place, place, item)) this.#part(place, item);
    this.#length += 1;
  }

  at(index: number): T | undefined {
    const place = index < 0 ? this.#length + index : index;
    if (!(place >= 0 && place < this.#length)) return undefined;
    return (this.#chunks[Math.floor(place / CHUNK)] as Chunk<T>).at(place % CHUNK);
  }

  slice(from = 0, to = this.#length): T[] {
    const end = this.#place(to);
    const items: T[] = [];
    for (let place = this.#place(from); place < end; ) {
      const at = place % CHUNK;
      const chunk = (this.#chunks[(place - at) / CHUNK] as Chunk<T>).items;
      const stop = Math.min(CHUNK, at + end - place);
      for (let index = at; index < stop; index++) items.push(chunk[index] as T);
      place += stop - at;
    }
    return items;
  }

  toJSON(): T[] {
    return this.slice();
  }

  *[Symbol.iterator](): Generator<T, void> {
    for (let place = 0; place < this.#length; ) {
      const { items } = this.#chunks[place / CHUNK] as Chunk<T>;
      for (let at = 0; at < CHUNK && place < this.#length; at++, place++) yield items[at] as T;
    }
  }

  /** A separate list with the same items. */
  clone(): ChunkedList<T> {
    const copy = new ChunkedList<T>();
    copy.#chunks = [...this.#chunks];
    copy.#length = this.#length;
    copy.#packed = this.#packed;
    return copy;
  }

  /**
   * Packs all full chunks but the last `kept`, for all copies. The items are plain JSON, and are
   * not written to.
   */
  pack(packing: Packing, kept: number): void {
    const end = Math.floor(this.#length / CHUNK) - kept;
    for (; this.#packed < end; this.#packed++) {
      this.#chunks[this.#packed]?.pack(packing, ALIKE_FORM as Form<T>);
    }
  }

  /** The list as bytes. The items are plain JSON. */
  image(packing: Packing): ListImage {
    const chunks = this.#chunks.map((chunk, at) =>
      chunk.image(Math.min(CHUNK, this.#length - at * CHUNK), packing, ALIKE_FORM as Form<T>),
    );
    return { length: this.#length, chunks };
  }

  /** The list of which `image` was made. */
  static restored<T>({ length, chunks }: ListImage, packing: Packing): ChunkedList<T> {
    const list = new ChunkedList<T>();
    list.#chunks = chunks.map(each => Chunk.restored(each, packing, ALIKE_FORM as Form<T>));
    list.#length = length;
    return list;
  }

  /** Goes on apart from a copy that has gone on in the last chunk. */
  #part(place: number, item: T): void {
    this.#chunks.push((this.#chunks.pop() as Chunk<T>).part(place, place, item));
  }

  /** A place that counts from the end when it is negative, inside the list. */
  #place(index: number): number {
    return Math.min(Math.max(0, index < 0 ? this.#length + index : index), this.#length);
  }
}
