/**
 * Old items in few bytes. Items that have ended and are seldom read are written as text and packed;
 * to read one unpacks its whole chunk. The chunks that were read last stay unpacked, so that
 * reading one item after the other unpacks each chunk once (decision 0037).
 */

import type { Form } from './packed/form.js';

/** Makes a text smaller. `unpack(pack(text))` is `text`. */
export interface Packer {
  pack(text: string): Uint8Array;
  unpack(bytes: Uint8Array): string;
}

/** Items of a chunk as bytes, in an image of a state. */
export interface PackedBytes {
  /** Packing them takes about 3 ms of the thread, when `bytes` is first read. */
  readonly bytes: Uint8Array;
  /** Number of items. */
  readonly length: number;
  /** Whether the chunk stays packed when the state is made again. */
  readonly isOld: boolean;
}

/** Items that never change, in few bytes. */
export interface PackedItems<T> extends Pick<PackedBytes, 'bytes' | 'length'> {
  /** The items; unpacked again when others were read meanwhile. */
  read(): readonly T[];
}

/** Chunks that stay unpacked after they were read. */
const READ_MAX = 8;

/** Chunks at the end of each list that stay as they are: they are read most. */
export const KEPT_CHUNKS = 4;

/**
 * Owns the chunks that were unpacked last. Reading a packed chunk replaces the oldest. One serves
 * any number of lists.
 */
export class Packing {
  readonly #packer: Packer;
  /** Items of the chunks that were read last, the newest at the end. */
  readonly #read = new Map<object, readonly unknown[]>();
  #newest: object | undefined;

  constructor(packer: Packer) {
    this.#packer = packer;
  }

  /** Packs `items`, which are written by `form`. */
  pack<T>(items: readonly T[], form: Form<T>): PackedItems<T> {
    const bytes = this.#packer.pack(form.write(items));
    return this.packed({ bytes, length: items.length }, form);
  }

  /** Items as bytes, which are made when they are first read. @param items - gives the same at any time. */
  later<T>(length: number, items: () => readonly T[], form: Form<T>): PackedBytes {
    let bytes: Uint8Array | undefined;
    const pack = () => this.#packer.pack(form.write(items()));
    return {
      length,
      isOld: false,
      get bytes() {
        bytes ??= pack();
        return bytes;
      },
    };
  }

  /** Items that were packed before. */
  packed<T>(
    { bytes, length }: Pick<PackedBytes, 'bytes' | 'length'>,
    form: Form<T>,
  ): PackedItems<T> {
    const packed: PackedItems<T> = {
      bytes,
      length,
      read: () => this.#itemsOf(packed, () => form.read(this.#packer.unpack(bytes))),
    };
    return packed;
  }

  #itemsOf<T>(packed: object, unpack: () => T[]): readonly T[] {
    const known = this.#read.get(packed);
    if (known !== undefined && this.#newest === packed) return known as readonly T[];
    const items = known ?? unpack();
    this.#newest = packed;
    this.#read.delete(packed);
    this.#read.set(packed, items);
    if (this.#read.size > READ_MAX) this.#read.delete(this.#read.keys().next().value as object);
    return items as readonly T[];
  }
}
