/**
 * A list that may be too long to make at once. The writer asks for the items one by one, and each
 * is made then. It can be read more than once. Decision 0025.
 */

/** A list whose items are made when they are read. */
export class LongList<T> {
  readonly #make: () => Iterable<T | undefined>;

  /**
   * @param make - gives the items in order. An undefined is not an item: it lets the reader pause.
   */
  constructor(make: () => Iterable<T | undefined>) {
    this.#make = make;
  }

  /** A list of the result of `view` for each item. */
  static of<Item, T>(items: readonly Item[], view: (item: Item) => T): LongList<T> {
    return new LongList(function* () {
      for (const item of items) yield view(item);
    });
  }

  /** The same list with `change` applied to each item. */
  map<Other>(change: (item: T) => Other): LongList<Other> {
    const make = this.#make;
    return new LongList(function* () {
      for (const item of make()) yield item === undefined ? undefined : change(item);
    });
  }

  /** The items from the first on, with undefined at places where the reader may pause. */
  steps(): Iterable<T | undefined> {
    return this.#make();
  }

  /** All items, for JSON that is written at once. */
  toJSON(): readonly T[] {
    return [...this];
  }

  /** The items without the pauses. */
  *[Symbol.iterator](): Generator<T> {
    for (const item of this.#make()) if (item !== undefined) yield item;
  }
}
