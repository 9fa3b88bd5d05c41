/** What is computed again when it is needed again: the least recently used makes room. */

/**
 * Owns values by key, within a budget of bytes. `get` adds what it does not have; the value that
 * was used longest ago makes room.
 */
export class ByteCache<Key, Value> {
  readonly #budget: number;
  readonly #values = new Map<Key, { readonly value: Value; readonly bytes: number }>();
  #bytes = 0;

  constructor(budget: number) {
    this.#budget = budget;
  }

  /** The value of `key`; made when it is not kept. @param bytes - of the made value. */
  get(key: Key, bytes: number, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) {
      this.#values.delete(key);
      this.#values.set(key, known);
      return known.value;
    }
    const value = make();
    this.#values.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const [oldest, { bytes: freed }] of this.#values) {
      if (this.#bytes <= this.#budget || oldest === key) break;
      this.#values.delete(oldest);
      this.#bytes -= freed;
    }
    return value;
  }
}
