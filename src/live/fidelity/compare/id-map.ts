/**
 * Which transaction of the replica stands for which of the host: by the commands that wrote both, by
 * the orders that they fill or cancel, and by the trades that they belong to.
 */

import type { Json } from '../recording/json.js';

/**
 * Owns which id of the replica stands for which of the host, for one account. `set` and `pair` add
 * one; an id stands for one other.
 */
export class IDMap {
  readonly #recorded: ReadonlyMap<string, Json>;
  readonly #replica: Json[] = [];
  readonly #known = new Map<string, string>();

  /** @param recorded - the transactions of the host, by id. */
  constructor(recorded: ReadonlyMap<string, Json>) {
    this.#recorded = recorded;
  }

  /** Takes note of a transaction of the replica. */
  add(transaction: Json): void {
    this.#replica.push(transaction);
  }

  /** Says which transaction stands for which. */
  set(recordedID: string, replicaID: string): void {
    this.#known.set(recordedID, replicaID);
  }

  /** Pairs what one command wrote on both sides: the first of a type with the first of it. */
  pair(recordedIDs: readonly string[], written: readonly Json[]): void {
    const left = [...written];
    for (const id of recordedIDs) {
      const type = this.#recorded.get(id)?.['type'];
      const at = left.findIndex(each => each['type'] === type);
      const [found] = at < 0 ? [] : left.splice(at, 1);
      if (found !== undefined) this.set(id, String(found['id']));
    }
  }

  /** The id in the replica of an order, a trade or a transaction of the host; undefined: none. */
  find(recordedID: string): string | undefined {
    const known = this.#known.get(recordedID);
    if (known !== undefined) return known;
    const recorded = this.#recorded.get(recordedID);
    const found = recorded === undefined ? undefined : this.#derived(recorded);
    if (found === undefined) return undefined;
    this.set(recordedID, String(found['id']));
    return String(found['id']);
  }

  /** The transaction that does the same to the same order or trade. */
  #derived(recorded: Json): Json | undefined {
    const { type, orderID, tradeID } = recorded;
    const taken = new Set(this.#known.values());
    const free = this.#replica.filter(
      each => each['type'] === type && !taken.has(String(each['id'])),
    );
    if (orderID !== undefined) return this.#of(free, 'orderID', orderID);
    if (tradeID !== undefined) return this.#of(free, 'tradeID', tradeID);
    return type === 'DAILY_FINANCING' ? free[0] : undefined;
  }

  #of(free: readonly Json[], field: string, recordedID: unknown): Json | undefined {
    const own = this.find(String(recordedID));
    return own === undefined ? undefined : free.find(each => each[field] === own);
  }
}
