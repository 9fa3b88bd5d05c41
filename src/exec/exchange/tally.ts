/** How often each of some texts came. The list is bounded. */

/** Something that happened, and how often. */
export interface TextCount {
  readonly what: string;
  readonly count: number;
}

/** Different texts that one list keeps; later ones are counted under `OTHERS`. */
const TEXTS_MAX = 1_000;
const OTHERS = 'others';

/** Owns how often each of some texts came. `add` adds one. */
export class Tally {
  readonly #counts = new Map<string, number>();

  /** Counts `what` once more. @returns whether it is new. */
  add(what: string): boolean {
    const isKnown = this.#counts.has(what);
    const key = isKnown || this.#counts.size < TEXTS_MAX ? what : OTHERS;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    return !isKnown && key === what;
  }

  /** All texts, in the order in which they first came. */
  list(): readonly TextCount[] {
    return Array.from(this.#counts, ([what, count]) => ({ what, count }));
  }
}
