/**
 * The worth of each decision of a run: the NAV at the end, minus the NAV that the account would
 * have at the end without the command. The other commands stay, so the worths of two decisions do
 * not add up to that of both.
 */

import { type Decimal, decimal, ZERO } from '../base/decimal.js';
import type { Transaction } from '../ledger/transaction.js';
import { counterfactual } from './counterfactual.js';
import { worthOf } from './difference.js';
import type { SessionRun } from './session.js';

/** A command that opened or closed something; money in home currency. */
export interface Decision {
  /** The first transaction that the command wrote. */
  readonly transactionID: string;
  readonly time: string;
  /** Type of that transaction: `MARKET_ORDER`. */
  readonly type: string;
  readonly instrument: string;
  /** Signed units of its first fill. */
  readonly units: string;
  readonly worth: string;
}

/** The fills of one command. */
interface CommandFills {
  readonly key: string;
  readonly first: Transaction;
  readonly instrument: string;
  readonly units: string;
  /** The profit or loss of the trades that it opened and closed. */
  size: Decimal;
}

/**
 * The decisions of one account, in time order.
 * @param most - how many at most; those that opened or closed the largest results are taken.
 */
export function decisionsOf(base: SessionRun, accountID: string, most: number): Decision[] {
  const largest = filledOf(base, accountID)
    .sort((one, other) => other.size.minus(one.size).toNumber())
    .slice(0, most);
  const inOrder = largest.sort((one, other) => Number(one.first.id) - Number(other.first.id));
  return inOrder.map(({ key, first, instrument, units }) => {
    const without = new Set([base.inputOf(key)]);
    const worth = worthOf(counterfactual(base, { without, added: [] }), accountID);
    const { id: transactionID, time, type } = first;
    return { transactionID, time, type, instrument, units, worth };
  });
}

function filledOf(base: SessionRun, accountID: string): CommandFills[] {
  const firsts = new Map<string, Transaction>();
  const found = new Map<string, CommandFills>();
  /** The commands that opened each trade. */
  const openers = new Map<string, CommandFills>();
  for (const transaction of base.run.engine.ledger) {
    if (transaction.accountID !== accountID) continue;
    const key = base.names.makerOf(transaction);
    if (key === undefined) continue;
    if (!firsts.has(key)) firsts.set(key, transaction);
    if (transaction.type !== 'ORDER_FILL') continue;
    const { instrument, units, pl, tradeOpened, tradesClosed = [], tradeReduced } = transaction;
    const first = firsts.get(key) as Transaction;
    const filled = found.get(key) ?? { key, first, instrument, units, size: ZERO };
    found.set(key, filled);
    filled.size = filled.size.plus(decimal(pl).abs());
    if (tradeOpened !== undefined) openers.set(tradeOpened.tradeID, filled);
    for (const { tradeID, realizedPL } of [
      ...tradesClosed,
      ...(tradeReduced ? [tradeReduced] : []),
    ]) {
      const opener = openers.get(tradeID);
      if (opener !== undefined) opener.size = opener.size.plus(decimal(realizedPL).abs());
    }
  }
  return [...found.values()];
}
