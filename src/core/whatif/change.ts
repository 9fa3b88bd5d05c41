/**
 * A change of a session as people ask for it: transactions whose commands are left out, and
 * commands that are added.
 */

import { takeCommand } from '../strategy/check-command.js';
import { StrategyError } from '../strategy/strategy-error.js';
import type { Instant } from '../time/instant.js';
import type { AddedCommand, Change } from './places.js';
import type { SessionRun } from './session.js';

/** The error of a requested change; `message` is a rule without a full stop. */
export class ChangeError extends Error {
  override readonly name = 'ChangeError';
  /** Which part of the change it is. */
  readonly part: 'account' | 'without' | 'with';

  constructor(part: ChangeError['part'], message: string) {
    super(message);
    this.part = part;
  }
}

/** A change of what one account did. */
export interface AskedChange {
  readonly accountID: string;
  /** Ids of transactions of the account; the command that caused each is left out. */
  readonly without: readonly string[];
  /** Commands of the account with the instants at which they are sent. */
  readonly added: readonly { readonly time: Instant; readonly command: unknown }[];
}

/** The change of `base` that was asked for. @throws ChangeError */
export function changeOf(base: SessionRun, { accountID, without, added }: AskedChange): Change {
  const { cells } = base.run.engine.state;
  if (!cells.some(({ state }) => state.config.id === accountID)) {
    const known = cells.map(({ state }) => state.config.id).join(', ');
    throw new ChangeError('account', `must be one of ${known}, was ${accountID}`);
  }
  return {
    without: new Set(without.map(id => commandAt(base, accountID, id))),
    added: added
      .map(each => addedCommand(base, accountID, each))
      .sort((one, other) => one.time - other.time),
  };
}

/** The index of the command that caused a transaction. @throws ChangeError */
function commandAt(base: SessionRun, accountID: string, id: string): number {
  const { log } = base.run.engine.account(accountID);
  const transaction = /^\d{1,15}$/.test(id) ? log.get(Number(id)) : undefined;
  if (transaction === undefined) {
    throw new ChangeError('without', `the account has no transaction ${id}`);
  }
  const key = base.names.makerOf(transaction);
  if (key !== undefined) return base.inputOf(key);
  throw new ChangeError('without', `no command caused transaction ${id}: ${transaction.type}`);
}

function addedCommand(
  { session: { scenario, end } }: SessionRun,
  accountID: string,
  { time, command }: AskedChange['added'][number],
): AddedCommand {
  if (time < scenario.from || time > end) {
    throw new ChangeError('with', 'each time must be within the session');
  }
  try {
    const instruments = scenario.market.map(({ instrument }) => instrument);
    takeCommand(instruments, command as Parameters<typeof takeCommand>[1]);
  } catch (error) {
    if (error instanceof StrategyError) throw new ChangeError('with', error.message);
    throw error;
  }
  return { time, accountID, command: command as AddedCommand['command'] };
}
