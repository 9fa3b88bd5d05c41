/** The transactions of the account that the chart marks: the latest, older ones on demand, new ones as they come. */

import type { SimulationStore } from '../state/simulation-store.js';
import type { Transaction } from '../wire/types.js';
import { readTransactions } from '../wire/v20.js';
import { secondsOf } from './drawing/bars.js';

/** Transactions of one request, the most that v20 answers. */
const PAGE = 1000;
const KEPT_MAX = 20_000;

/**
 * Owns the known transactions, in order. `load` begins anew, `reach` adds older ones, events of the
 * feed add new ones; above a limit the oldest are dropped.
 */
export class TransactionHistory {
  readonly #store: SimulationStore;
  readonly #changed: () => void;
  readonly #stop: () => void;
  #known: Transaction[] = [];
  /** The lowest id that was asked for. */
  #from = 0;
  #isReading = false;

  constructor(store: SimulationStore, changed: () => void) {
    this.#store = store;
    this.#changed = changed;
    this.#stop = store.listen(event => {
      // The schema of the feed has what all transactions have; the object is one of the ledger.
      if (event.type === 'TRANSACTION') this.#add(event.transaction as unknown as Transaction);
      if (event.type === 'REWIND') void this.load();
      if (event.type === 'SUBSCRIBED' && !event.resumed) void this.load();
    });
  }

  /** In the order in which they were written. */
  get transactions(): readonly Transaction[] {
    return this.#known;
  }

  /** Reads the latest ones. */
  async load(): Promise<void> {
    const last = Number(this.#store.summary.value?.lastTransactionID ?? 0);
    this.#known = [];
    this.#from = last + 1;
    await this.#readPage();
  }

  /** Reads older ones until they reach back to a time, in UNIX seconds. */
  async reach(time: number): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#from > 1 && this.#known.length < KEPT_MAX && this.#begins() > time) {
      if (!(await this.#readPage())) break;
    }
    this.#isReading = false;
  }

  close(): void {
    this.#stop();
  }

  #begins(): number {
    const first = this.#known[0];
    return first === undefined ? Number.POSITIVE_INFINITY : secondsOf(first.time);
  }

  /** @returns whether there was a page to read. */
  async #readPage(): Promise<boolean> {
    const to = this.#from - 1;
    if (to < 1) return false;
    const from = Math.max(1, to - PAGE + 1);
    try {
      const page = await readTransactions(this.#store.place, from, to);
      // Another read of the same page was quicker, or everything is read anew.
      if (this.#from !== to + 1) return false;
      this.#from = from;
      this.#known = [...page, ...this.#known];
    } catch {
      return false;
    }
    this.#changed();
    return true;
  }

  #add(transaction: Transaction): void {
    if (transaction.accountID !== this.#store.place.account) return;
    const last = this.#known.at(-1);
    if (last !== undefined && Number(transaction.id) <= Number(last.id)) return;
    this.#known.push(transaction);
    if (this.#known.length > KEPT_MAX) this.#known.splice(0, KEPT_MAX / 4);
    this.#changed();
  }
}
