/**
 * Records by whole-number id, in chunks of neighbouring ids. A copy shares all chunks with the
 * original, and either side copies a chunk before it first writes to it. Ids rise, and records that
 * have ended are not written again; so a copy of 100,000 records with ten that can still change
 * copies a few chunks (decision 0026). Order of iteration: by id.
 */

import { assert } from './assert.js';

/** Ids of one chunk. */
const CHUNK = 1_024;

type Chunk<T> = (T | undefined)[];

/** A map from ids to records. */
export class IdTable<T> implements ReadonlyMap<number, T> {
  /** The number of the first chunk; ids may begin anywhere. */
  #base = 0;
  #chunks: (Chunk<T> | undefined)[] = [];
  /** Whether only this table refers to the chunk. */
  #owned: boolean[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The record of `id`; any number may be asked for. */
  get(id: number): T | undefined {
    return this.#chunks[Math.floor(id / CHUNK) - this.#base]?.[id % CHUNK];
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
    if (this.#size === 0) this.#base = (id - place) / CHUNK;
    const index = (id - place) / CHUNK - this.#base;
    assert(index >= 0, 'Invariant: ids rise');
    const chunk = this.#ownChunk(index);
    if (chunk[place] === undefined) this.#size += 1;
    chunk[place] = record;
  }

  /** Calls `visit` for each record, by id. */
  forEach(visit: (record: T, id: number, table: ReadonlyMap<number, T>) => void): void {
    for (const [id, record] of this) visit(record, id, this);
  }

  *entries(): MapIterator<[number, T]> {
    for (let index = 0; index < this.#chunks.length; index++) {
      const chunk = this.#chunks[index] ?? [];
      for (let place = 0; place < chunk.length; place++) {
        const record = chunk[place];
        if (record !== undefined) yield [(this.#base + index) * CHUNK + place, record];
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
    copy.#size = this.#size;
    this.#owned = [];
    return copy;
  }

  #ownChunk(index: number): Chunk<T> {
    const chunk = this.#chunks[index];
    if (chunk !== undefined && this.#owned[index] === true) return chunk;
    const own = chunk === undefined ? [] : [...chunk];
    this.#chunks[index] = own;
    this.#owned[index] = true;
    return own;
  }
}
