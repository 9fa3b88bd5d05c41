/**
 * Records by whole-number id, in chunks of neighbouring ids. A copy shares all chunks with the
 * original, and ids rise: each goes on at its end, and what either puts at an older id it keeps
 * beside the chunks. So a copy of 100,000 records with ten that can still change copies a hundred
 * references (decision 0026). Chunks of ended records can be packed (decision 0037). Order of
 * iteration: by id.
 */

import { assert } from './assert.js';
import { CHUNK, Chunk } from './chunk.js';
import type { Form } from './packed/form.js';
import type { PackedBytes, Packing } from './packing.js';

/** How old records are packed. */
export interface RecordPacking<T> {
  /** Chunks at the end that stay as they are. */
  readonly kept: number;
  readonly form: Form<T | undefined>;
  /** Whether nothing writes to the record any more. */
  readonly hasEnded: (record: T) => boolean;
}

/** A table as bytes. */
export interface TableImage {
  readonly base: number;
  readonly end: number;
  readonly size: number;
  readonly chunks: readonly (PackedBytes | null)[];
  /** Records that replace those of the chunks, and their ids. */
  readonly replaced: PackedBytes;
  readonly replacedIDs: readonly number[];
}

/**
 * Owns the records of a table by id, in chunks that copies share. `set` adds or replaces one,
 * `pack` packs those that have ended. Always: a copy does not see what the original sets later.
 */
export class IdTable<T> implements ReadonlyMap<number, T> {
  /** The number of the first chunk; ids may begin anywhere. */
  #base = 0;
  #chunks: (Chunk<T | undefined> | undefined)[] = [];
  /** Records that replace those of the chunks. */
  #replaced = new Map<number, T>();
  /** The highest id and one. Chunks may have more, of a copy that went on. */
  #end = 0;
  #size = 0;
  /** Number of chunks, from the first, that were tried to pack. */
  #tried = 0;

  get size(): number {
    return this.#size;
  }

  /** The record of `id`; any number may be asked for. */
  get(id: number): T | undefined {
    if (!(id < this.#end)) return undefined;
    const replaced = this.#replaced.size === 0 ? undefined : this.#replaced.get(id);
    return replaced ?? this.#chunks[Math.floor(id / CHUNK) - this.#base]?.at(id % CHUNK);
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  /**
   * Puts `record` at `id`; an older record of it is replaced.
   * @param id - a whole number of at least 0. Ids rise: none may be in a chunk before the first.
   * @throws InvariantError when one is.
   */
  set(id: number, record: T): void {
    const place = id % CHUNK;
    const number = (id - place) / CHUNK;
    if (this.#size === 0) this.#base = number;
    const index = number - this.#base;
    assert(index >= 0, 'Invariant: ids rise');
    if (id < this.#end) {
      if (!this.has(id)) this.#size += 1;
      this.#replaced.set(id, record);
      return;
    }
    this.#add(index, place, record);
    this.#size += 1;
    this.#end = id + 1;
  }

  /** Calls `visit` for each record, by id. */
  forEach(visit: (record: T, id: number, table: ReadonlyMap<number, T>) => void): void {
    for (const [id, record] of this) visit(record, id, this);
  }

  *entries(): MapIterator<[number, T]> {
    for (let index = 0; index < this.#chunks.length; index++) {
      const items = this.#chunks[index]?.items ?? [];
      const first = (this.#base + index) * CHUNK;
      for (let id = first; id < Math.min(first + CHUNK, this.#end); id++) {
        const record = this.#replaced.get(id) ?? items[id - first];
        if (record !== undefined) yield [id, record];
      }
    }
  }

  *keys(): MapIterator<number> {
    for (const [id] of this.entries()) yield id;
  }

  *values(): MapIterator<T> {
    for (const [, record] of this.entries()) yield record;
  }

  [Symbol.iterator](): MapIterator<[number, T]> {
    return this.entries();
  }

  /** A separate table with the same records. The records themselves are shared. */
  clone(): IdTable<T> {
    const copy = new IdTable<T>();
    copy.#base = this.#base;
    copy.#chunks = [...this.#chunks];
    copy.#replaced = new Map(this.#replaced);
    copy.#end = this.#end;
    copy.#size = this.#size;
    copy.#tried = this.#tried;
    return copy;
  }

  /** Packs the old chunks whose records have all ended, for all copies. */
  pack(packing: Packing, { kept, form, hasEnded }: RecordPacking<T>): void {
    const end = this.#chunks.length - 1 - kept;
    if (end <= this.#tried) return;
    this.#tried = end;
    for (let index = 0; index < end; index++) {
      const chunk = this.#chunks[index];
      if (chunk === undefined || chunk.isPacked) continue;
      if (chunk.items.every(each => each === undefined || hasEnded(each))) {
        chunk.pack(packing, form);
      }
    }
  }

  /** The table as bytes. Its records must not change until the bytes are read. */
  image(packing: Packing, form: Form<T | undefined>): TableImage {
    const chunks = this.#chunks.map((chunk, index) => {
      const length = Math.min(chunk?.length ?? 0, this.#lengthIn(index));
      return chunk?.image(length, packing, form) ?? null;
    });
    const records = [...this.#replaced.values()];
    const replaced = packing.later(records.length, () => records, form);
    const replacedIDs = [...this.#replaced.keys()];
    return { base: this.#base, end: this.#end, size: this.#size, chunks, replaced, replacedIDs };
  }

  /** The table of which `image` was made. */
  static restored<T>(
    { base, end, size, chunks, replaced, replacedIDs }: TableImage,
    packing: Packing,
    form: Form<T | undefined>,
  ): IdTable<T> {
    const table = new IdTable<T>();
    table.#base = base;
    table.#end = end;
    table.#size = size;
    table.#chunks = chunks.map(each =>
      each === null ? undefined : Chunk.restored(each, packing, form),
    );
    const records = packing.packed(replaced, form).read();
    replacedIDs.forEach((id, at) => {
      table.#replaced.set(id, records[at] as T);
    });
    return table;
  }

  /** Puts a record behind all others; goes on apart from a copy that has gone on in the chunk. */
  #add(index: number, place: number, record: T): void {
    const chunk = this.#chunks[index];
    if (chunk !== undefined) {
      const length = this.#lengthIn(index);
      if (chunk.add(length, place, record)) return;
      this.#chunks[index] = chunk.part(length, place, record);
      return;
    }
    this.#closeLast();
    const items: (T | undefined)[] = [];
    items[place] = record;
    this.#chunks[index] = new Chunk(items);
  }

  /** Sees to it that the last chunk has no records but those of this table, now and later. */
  #closeLast(): void {
    const index = this.#chunks.length - 1;
    const length = this.#lengthIn(index);
    const chunk = this.#chunks[index];
    if (chunk === undefined || chunk.close(length)) return;
    this.#chunks[index] = new Chunk(chunk.items.slice(0, length));
  }

  /** Places of the chunk at `index` up to the highest id; more than a chunk has for older ones. */
  #lengthIn(index: number): number {
    return this.#end - (this.#base + index) * CHUNK;
  }
}
