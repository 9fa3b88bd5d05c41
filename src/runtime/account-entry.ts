/**
 * Makes an account of a running simulation from an entry such as those of `accounts:` in a scenario.
 */

import { accountNamed, accountsOfUser } from '../core/engine/account-index.js';
import type { AccountCell } from '../core/engine/state/account-cell.js';
import type { AccountConfig } from '../core/ledger/account-config.js';
import { userOf } from '../core/ledger/account-id.js';
import { readAccountEntry } from '../storage/scenario/accounts.js';
import type { Simulation } from './simulation/simulation.js';

/** An account that is opened. */
export interface OpenedAccount {
  readonly config: AccountConfig;
  /** A promise when the account is there only after a step of strategies. */
  readonly opening: void | Promise<void>;
}

/**
 * Opens the account now; it is funded with its balance.
 * @throws InputError whose place names the field. @throws WindowOverError when the window is over.
 */
export function openAccountOf(
  simulation: Simulation,
  entry: Readonly<Record<string, unknown>>,
): OpenedAccount {
  const { cells } = simulation.engine.state;
  const first = (cells[0] as AccountCell).state.config.id;
  const taken = {
    has: (id: string) => accountNamed(cells, id) !== undefined,
    first,
    highest: accountsOfUser(cells, userOf(first))?.highest ?? 0,
  };
  const config = readAccountEntry(entry, taken, simulation.scenario);
  return { config, opening: simulation.openAccount(config) };
}
