/**
 * Makes an account of a running simulation from an entry such as those of `accounts:` in a scenario.
 */

import { ensureDefined } from '../../core/base/assert.js';
import { accountNamed, accountsOfUser } from '../../core/engine/account-index.js';
import type { AccountCell } from '../../core/engine/state/account-cell.js';
import type { AccountConfig } from '../../core/ledger/account-config.js';
import { userOf } from '../../core/ledger/account-id.js';
import { readAccountEntry, type TakenIDs } from '../../data/storage/scenario/accounts.js';
import type { Simulation } from './simulation/simulation.js';

/**
 * Opens the account; it is funded with its balance.
 * @returns a promise when the account is there only after a step of strategies.
 * @throws InputError whose place names the field. @throws WindowOverError when the window is over.
 */
export function openAccountOf(
  simulation: Simulation,
  entry: Readonly<Record<string, unknown>>,
): AccountConfig | Promise<AccountConfig> {
  let config: AccountConfig | undefined;
  const read = () => {
    config = readAccountEntry(entry, takenBy(simulation), simulation.scenario);
    return config;
  };
  const opened = () => ensureDefined(config, 'account of an entry');
  const opening = simulation.openAccount(read);
  return opening === undefined ? opened() : opening.then(opened);
}

function takenBy({ engine }: Simulation): TakenIDs {
  const { cells } = engine.state;
  const first = (cells[0] as AccountCell).state.config.id;
  return {
    has: id => accountNamed(cells, id) !== undefined,
    first,
    highest: accountsOfUser(cells, userOf(first))?.highest ?? 0,
  };
}
