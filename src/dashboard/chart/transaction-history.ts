/** The transactions of the account that charts mark: the latest, older ones on demand, new ones as they come. */

import { computed, signal } from '@preact/signals';
import type { SimulationStore } from '../state/simulation-store.js';
import type { Transaction } from '../wire/types.js';
import { readTransactions } from '../wire/v20.js';
import { secondsOf } from './drawing/bars.js';
import { EarlierFills } from './earlier-fills.js';
import { firstStops } from './lines/first-stops.js';

/** Transactions of one request, the most that v20 answers. */
const PAGE = 1000;
const KEPT_MAX = 20_000;

/**
 * Owns the known transactions of one account, in order. `load` begins anew, `reach` adds older ones,
 * events of the feed add new ones; above a limit the oldest are dropped. After a rewind none is known until
 * those that are left have been read.
 */
export class TransactionHistory {
  /** What was traded in the stretch before, if it is a fork. */
  readonly earlier: EarlierFills;
  readonly #store: SimulationStore;
  readonly #stop: () => void;
  readonly #known = signal<readonly Transaction[]>([]);
  readonly #stopsOfLedger = computed(() => firstStops(this.#known.value));
  /** The lowest id that was asked for. */
  #from = 0;
  #isReading = false;

  constructor(store: SimulationStore) {
    this.#store = store;
    this.earlier = new EarlierFills(store);
    this.#stop = store.listen(event => {
      // The schema of the feed has what all transactions have; the object is one of the ledger.
      if (event.type === 'TRANSACTION') this.#add(event.transaction as unknown as Transaction);
      if (event.type === 'REWIND') void this.load(event.lastTransactionIDs[store.place.account]);
      if (event.type === 'SUBSCRIBED' && !event.resumed) void this.load();
    });
  }

  /** The transactions in the order in which they were written; a signal's value. */
  get transactions(): readonly Transaction[] {
    return this.#known.value;
  }

  /** The first stop of a trade: by the ledger, and for a trade from before what is known of it the stop that it has. */
  firstStop(trade: string): string | undefined {
    const first = this.#stopsOfLedger.value.get(trade);
    return first ?? firstStops(this.#store.account.value?.orders.values() ?? []).get(trade);
  }

  /** Reads the latest ones. @param last - the id of the last one, by default that of the account as it is known. */
  async load(last = this.#store.summary.peek()?.lastTransactionID): Promise<void> {
    this.#known.value = [];
    this.#from = Number(last ?? 0) + 1;
    await this.#readPage();
  }

  /** Reads older ones until they reach back to a time, in UNIX seconds. */
  async reach(time: number): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#from > 1 && this.#known.peek().length < KEPT_MAX && this.#begins() > time) {
      if (!(await this.#readPage())) break;
    }
    this.#isReading = false;
  }

  close(): void {
    this.#stop();
  }

  #begins(): number {
    const [first] = this.#known.peek();
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
      this.#known.value = [...page, ...this.#known.peek()];
    } catch {
      return false;
    }
    return true;
  }

  #add(transaction: Transaction): void {
    if (transaction.accountID !== this.#store.place.account) return;
    const known = this.#known.peek();
    const last = known.at(-1);
    if (last !== undefined && Number(transaction.id) <= Number(last.id)) return;
    const kept = known.length >= KEPT_MAX ? known.slice(KEPT_MAX / 4) : known;
    this.#known.value = [...kept, transaction];
  }
}
