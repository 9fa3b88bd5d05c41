/** What matchers look at: the transactions of a simulation, of an account, or given ones. */

import { type Decimal, decimal, formatUnits, sum } from '../../core/base/decimal.js';
import { fieldsIn } from '../../core/base/present.js';
import type { Transaction } from '../../core/ledger/transaction.js';

/** The transactions of what a test expects something of. @throws TypeError for anything else. */
export function transactionsOf(subject: unknown): readonly Transaction[] {
  if (Array.isArray(subject)) return subject;
  if (typeof subject === 'object' && subject !== null && 'ledger' in subject) {
    const { ledger } = subject;
    if (typeof ledger === 'function') return ledger.call(subject);
    if (Array.isArray(ledger)) return ledger;
  }
  throw new TypeError('expect(...) takes a simulation, an account or a list of transactions here');
}

/** A net position: the sum of the units of all fills. */
export interface NetPosition {
  readonly accountID: string;
  readonly instrument: string;
  readonly units: Decimal;
}

/** The positions of all accounts that are not zero. */
export function positionsOf(ledger: readonly Transaction[]): readonly NetPosition[] {
  const positions = new Map<string, NetPosition>();
  for (const transaction of ledger) {
    if (transaction.type !== 'ORDER_FILL') continue;
    const { accountID, instrument } = transaction;
    const key = `${accountID} ${instrument}`;
    const units = sum([positions.get(key)?.units ?? decimal(0), decimal(transaction.units)]);
    positions.set(key, { accountID, instrument, units });
  }
  return [...positions.values()].filter(({ units }) => !units.isZero());
}

/** A position for people: `EUR_USD 1000`. */
export function positionText({ instrument, units }: NetPosition): string {
  return `${instrument} ${formatUnits(units)}`;
}

/** A transaction in one line for people: id, time, type and what matters of it. */
export function transactionText(transaction: Transaction): string {
  const { id, time, type } = transaction;
  const fields = fieldsIn(transaction);
  const told = ['instrument', 'units', 'price', 'reason', 'rejectReason'].flatMap(name =>
    typeof fields[name] === 'string' ? [`${fields[name]}`] : [],
  );
  return [id, time, type, ...told].join(' ');
}
