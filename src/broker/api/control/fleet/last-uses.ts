/**
 * When each simulation beside `main` was last used, in wall time. With a store these times outlive a
 * restart, so that a simulation that is retained for weeks ends although the server starts each day.
 * They are no part of the log: no ledger depends on them.
 */

/** Where last uses are kept. */
export interface KeptUses {
  /** Wall milliseconds since 1970 of the last use, by simulation, as an earlier server left them. */
  readonly before: ReadonlyMap<string, number>;
  /** Keeps these in the place of all before. */
  keep(uses: ReadonlyMap<string, number>): Promise<void>;
}

/**
 * Owns the time of the last use of each simulation of a server. `add`, `use` and `remove` change it;
 * `save` keeps what changed.
 */
export class LastUses {
  readonly #kept: KeptUses | undefined;
  readonly #now: () => number;
  /** The one that was used last is the last. */
  readonly #usedAt = new Map<string, number>();
  #hasChanged = false;

  /** @param now - wall milliseconds since 1970. */
  constructor(kept: KeptUses | undefined, now: () => number = Date.now) {
    this.#kept = kept;
    this.#now = now;
  }

  /** Adds a simulation: it was used when an earlier server says, or now. */
  add(id: string): void {
    const now = this.#now();
    // A clock that was set back must not keep a simulation for ever.
    this.#usedAt.set(id, Math.min(this.#kept?.before.get(id) ?? now, now));
    this.#hasChanged = true;
  }

  /** Notes a use of a simulation that was added. */
  use(id: string): void {
    if (!this.#usedAt.delete(id)) return;
    this.#usedAt.set(id, this.#now());
    this.#hasChanged = true;
  }

  remove(id: string): void {
    this.#hasChanged = this.#usedAt.delete(id) || this.#hasChanged;
  }

  /** The simulations that were not used for `ms`. */
  unusedFor(ms: number): readonly string[] {
    const before = this.#now() - ms;
    return [...this.#usedAt].flatMap(([id, usedAt]) => (usedAt < before ? id : []));
  }

  /** All simulations, the one that was not used for longest first. */
  longestUnusedFirst(): readonly string[] {
    return [...this.#usedAt].sort(([, a], [, b]) => a - b).map(([id]) => id);
  }

  /** Keeps the uses, if there are new ones. */
  async save(): Promise<void> {
    if (!this.#hasChanged || this.#kept === undefined) return;
    this.#hasChanged = false;
    await this.#kept.keep(this.#usedAt);
  }
}
