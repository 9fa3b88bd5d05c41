/**
 * What was traded in the stretch of a fork before: the fills of the simulation that it was forked from, from the
 * fork on. Nothing of after the present instant is handed out.
 */

import { signal } from '@preact/signals';
import { simulations } from '../state/app.js';
import type { SimulationStore } from '../state/simulation-store.js';
import { readTable } from '../wire/ledger.js';
import type { Transaction } from '../wire/types.js';
import type { AccountPlace } from '../wire/v20.js';
import { untilNow } from './drawing/marks.js';

/** Rows of one request, and the most that are read. */
const PAGE = 200;
const MOST = 2_000;

/** Owns the fills of the parent, in order of time. `load` reads them once. */
export class EarlierFills {
  readonly #store: SimulationStore;
  readonly #known = signal<readonly Transaction[]>([]);

  constructor(store: SimulationStore) {
    this.#store = store;
  }

  /** Those up to the present instant; it reads signals. */
  get fills(): readonly Transaction[] {
    const now = this.#store.clock.value?.now ?? '';
    const known = this.#known.value;
    return untilNow(known, now);
  }

  /** Reads the fills; a simulation that is no fork, or whose parent is gone, has none. */
  async load(): Promise<void> {
    const { simulation, account } = this.#store.place;
    const { parent, forkedAt = '' } = simulations.peek().find(({ id }) => id === simulation) ?? {};
    if (parent === undefined) return;
    const fills = await fillsOf({ simulation: parent, account });
    const isAtFork = ({ time }: Transaction) => time === forkedAt;
    // At the instant of the fork the parent has fills of before it, which the fork has too, and later ones.
    const own = fills.some(isAtFork) ? await fillsOf(this.#store.place) : [];
    const shared = new Set(own.filter(isAtFork).map(({ id }) => id));
    this.#known.value = fills.filter(({ time, id }) => time >= forkedAt && !shared.has(id));
  }
}

/** The fills of an account from its first on, at most as many as are drawn. */
async function fillsOf(place: AccountPlace): Promise<readonly Transaction[]> {
  const rows: Transaction[] = [];
  while (rows.length < MOST) {
    const asked = { offset: rows.length, limit: PAGE, sort: 'id', order: 'asc' } as const;
    const query = { ...asked, filter: 'order_fill' };
    const answer = await readTable<Transaction>(place, 'transactions', query);
    rows.push(...answer.rows);
    if (answer.rows.length < PAGE) break;
  }
  return rows;
}
