/**
 * Finds the accounts of an engine by id and by user, in constant time however many there are.
 * Invariant: cells are only added, at the end, and an account keeps its id; so an index is
 * extended by what was added since it was last asked, and never rebuilt.
 */

import { accountIDParts } from '../ledger/account-id.js';
import type { AccountCell } from './state/account-cell.js';

/** The accounts of one user. */
export interface UserAccounts {
  /** The place of the user among all users, from 1, by their first accounts. */
  readonly ordinal: number;
  /** The ids of the accounts, in the order in which they were opened. */
  readonly ids: readonly string[];
  /** The highest number that an id of the user ends with. */
  readonly highest: number;
}

interface Index {
  readonly slots: Map<string, number>;
  readonly users: Map<number, { ordinal: number; ids: string[]; highest: number }>;
}

const INDEXES = new WeakMap<readonly AccountCell[], Index>();

/** The account with this id; undefined when there is none. */
export function accountNamed(cells: readonly AccountCell[], id: string): AccountCell | undefined {
  const [first] = cells;
  if (first?.state.config.id === id) return first;
  const slot = indexOf(cells).slots.get(id);
  return slot === undefined ? undefined : cells[slot];
}

/** The accounts of a user; undefined when the user has none. */
export function accountsOfUser(
  cells: readonly AccountCell[],
  user: number,
): UserAccounts | undefined {
  return indexOf(cells).users.get(user);
}

function indexOf(cells: readonly AccountCell[]): Index {
  let index = INDEXES.get(cells);
  if (index === undefined) {
    index = { slots: new Map(), users: new Map() };
    INDEXES.set(cells, index);
  }
  for (let slot = index.slots.size; slot < cells.length; slot++) {
    const { id } = (cells[slot] as AccountCell).state.config;
    const { user, number } = accountIDParts(id);
    const own = index.users.get(user) ?? { ordinal: index.users.size + 1, ids: [], highest: 0 };
    index.users.set(user, own);
    own.ids.push(id);
    own.highest = Math.max(own.highest, number);
    index.slots.set(id, slot);
  }
  return index;
}
