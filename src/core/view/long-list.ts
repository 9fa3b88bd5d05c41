/**
 * A list that may be too long to be made at once: its items are made when they are asked for, one by
 * one, by whoever writes it. It can be read more than once. Decision 0025.
 */

export class LongList<T> {
  readonly #make: () => Iterable<T | undefined>;

  /** @param make - the items in order; undefined is no item but lets the reader do other things. */
  constructor(make: () => Iterable<T | undefined>) {
    this.#make = make;
  }

  /** The list of what `view` makes of each item. */
  static of<Item, T>(items: readonly Item[], view: (item: Item) => T): LongList<T> {
    return new LongList(function* () {
      for (const item of items) yield view(item);
    });
  }

  /** The same list with `change` made to each item. */
  map<Other>(change: (item: T) => Other): LongList<Other> {
    const make = this.#make;
    return new LongList(function* () {
      for (const item of make()) yield item === undefined ? undefined : change(item);
    });
  }

  /** The items from the first on, with undefined where the reader may do other things. */
  steps(): Iterable<T | undefined> {
    return this.#make();
  }

  /** All items, for JSON that is written at once. */
  toJSON(): readonly T[] {
    return [...this];
  }

  /** The items alone. */
  *[Symbol.iterator](): Generator<T> {
    for (const item of this.#make()) if (item !== undefined) yield item;
  }
}
