/** Functions to call when something happens, in the order in which they were added. */

/**
 * Owns the listeners of one kind of event, in the order in which they were added. `add` adds one,
 * the function that it returns removes it.
 */
export class Listeners<Heard extends readonly unknown[] = []> {
  readonly #all = new Set<(...heard: Heard) => void>();

  get size(): number {
    return this.#all.size;
  }

  /** Adds `listener`. @returns a function that ends the subscription. */
  add(listener: (...heard: Heard) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** Calls every listener; one that is added meanwhile is not called. */
  tell(...heard: Heard): void {
    for (const listener of [...this.#all]) listener(...heard);
  }
}
