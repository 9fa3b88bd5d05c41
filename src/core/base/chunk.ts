/**
 * A chunk of a list or a table. Copies share it; one of them may go on adding at its end, and no
 * other sees that, because each knows up to where it reads. Once nothing in it can change any more
 * it can be packed, for all of them (decisions 0026, 0037).
 */

import type { Form } from './packed/form.js';
import type { PackedBytes, PackedItems, Packing } from './packing.js';

/** Items of a full chunk. */
export const CHUNK = 1_024;

/**
 * Owns items that copies share, perhaps packed. `add` adds one until `close`, `pack` packs those of
 * a closed chunk. Always: an item never changes.
 */
export class Chunk<T> {
  /** The items from place `#from` on. */
  #items: T[] | undefined;
  /** The packed chunk with the items before them, until one of those is read. */
  #before: PackedItems<T> | undefined;
  #from = 0;
  #packed: PackedItems<T> | undefined;
  /** Whether the packed items are unpacked for good when one is read. */
  #isAsleep = false;
  #isClosed = false;

  constructor(items: T[]) {
    this.#items = items;
  }

  /**
   * The chunk of which `image` was made. Its items are unpacked when one is read; those that do not stay
   * packed then stay unpacked.
   */
  static restored<T>(image: PackedBytes, packing: Packing, form: Form<T>): Chunk<T> {
    const chunk = new Chunk<T>([]);
    chunk.#items = undefined;
    chunk.#packed = packing.packed(image, form);
    chunk.#isAsleep = !image.isOld;
    return chunk;
  }

  /**
   * A chunk of its own that begins with the first `length` items of this one, and goes on with
   * `item` at `place`, behind them. Packed items stay packed until one is read.
   */
  part(length: number, place: number, item: T): Chunk<T> {
    const before = this.#packed ?? this.#before;
    const from = before === undefined ? 0 : Math.min(length, this.#packed?.length ?? this.#from);
    const apart = new Chunk<T>((this.#items ?? []).slice(0, length - from));
    apart.#before = before;
    apart.#from = from;
    apart.add(length, place, item);
    return apart;
  }

  /** The first `length` items as bytes. Those that are not packed must not change until the bytes are read. */
  image(length: number, packing: Packing, form: Form<T>): PackedBytes {
    const packed = this.#packed;
    if (packed?.length !== length) {
      return packing.later(length, () => this.items.slice(0, length), form);
    }
    return { bytes: packed.bytes, length, isOld: !this.#isAsleep };
  }

  /** Number of items, of all copies that share the chunk. */
  get length(): number {
    return this.#from + (this.#items ?? (this.#packed as PackedItems<T>)).length;
  }

  get isPacked(): boolean {
    return this.#items === undefined;
  }

  at(place: number): T | undefined {
    const items = this.#items;
    if (items !== undefined && place >= this.#from) return items[place - this.#from];
    return this.items[place];
  }

  /** All items, to read only. */
  get items(): readonly T[] {
    if (this.#before !== undefined) this.#join(this.#before);
    return this.#items ?? this.#unpacked;
  }

  /**
   * Puts `item` at `place`, if the chunk has just `length` items: `place` lies behind them, and no
   * other copy has added to this chunk. @returns whether it was put.
   */
  add(length: number, place: number, item: T): boolean {
    if (this.#isClosed || this.#items === undefined || this.length !== length) return false;
    this.#items[place - this.#from] = item;
    return true;
  }

  /**
   * Closes it to further items, if it has just `length` items.
   * @returns whether that is so.
   */
  close(length: number): boolean {
    if (this.length !== length) return false;
    this.#isClosed = true;
    return true;
  }

  /** Packs the items, once. None may change from now on. */
  pack(packing: Packing, form: Form<T>): void {
    this.#isAsleep = false;
    if (this.#items === undefined) return;
    this.#packed = packing.pack(this.items, form);
    this.#items = undefined;
  }

  /** Unpacks the items that this chunk began with. */
  #join(before: PackedItems<T>): void {
    this.#items = [...before.read().slice(0, this.#from), ...(this.#items as T[])];
    this.#before = undefined;
    this.#from = 0;
  }

  get #unpacked(): readonly T[] {
    const items = (this.#packed as PackedItems<T>).read();
    if (!this.#isAsleep) return items;
    this.#isAsleep = false;
    this.#packed = undefined;
    this.#items = [...items];
    return this.#items;
  }
}
