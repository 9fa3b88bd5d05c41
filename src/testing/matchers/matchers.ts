/**
 * Matchers for `expect.extend` of Vitest, Jest and runners like them. They are synchronous, so that
 * a forgotten `await` cannot make a test pass. Source: docs/guides/testing-vitest.md.
 */

import { decimal, formatUnits, sum } from '../../core/base/decimal.js';
import type { Transaction } from '../../core/ledger/transaction.js';
import type { TransactionFields } from '../types/matchers.js';
import { goldenDifference, type RunnerState } from './golden-ledger.js';
import { isSameValue } from './same-value.js';
import { positionsOf, positionText, transactionsOf, transactionText } from './subject.js';

/** What a matcher answers its runner. */
export interface MatcherAnswer {
  readonly pass: boolean;
  /** What went wrong: why it did not pass, or, negated, that it did. */
  readonly message: () => string;
}

/** Transactions that a message shows, the last ones. */
const SHOWN_MAX = 8;

/** The matchers for `expect.extend(orreryMatchers)`; OrreryMatchers describes each. */
export const orreryMatchers = {
  toHaveFilled(received: unknown, fields: TransactionFields = {}): MatcherAnswer {
    return transactionAnswer(received, { ...fields, type: 'ORDER_FILL' });
  },

  toHaveTransaction(received: unknown, fields: TransactionFields): MatcherAnswer {
    return transactionAnswer(received, fields);
  },

  toHavePosition(received: unknown, instrument: string, units: string | number): MatcherAnswer {
    const positions = positionsOf(transactionsOf(received));
    const own = positions.filter(position => position.instrument === instrument);
    const actual = formatUnits(sum(own.map(position => position.units)));
    const expected = formatUnits(decimal(units));
    return {
      pass: actual === expected,
      message: () => `The position in ${instrument} is ${actual}, compared with ${expected}`,
    };
  },

  toBeFlat(received: unknown, instrument?: string): MatcherAnswer {
    const positions = positionsOf(transactionsOf(received)).filter(
      position => instrument === undefined || position.instrument === instrument,
    );
    const open = positions.map(positionText).join(', ');
    return {
      pass: positions.length === 0,
      message: () => (open === '' ? 'There is no position' : `There are positions: ${open}`),
    };
  },

  toMatchLedger(this: RunnerState, received: unknown, file: string): MatcherAnswer {
    const difference = goldenDifference(transactionsOf(received), file, this);
    return {
      pass: difference === undefined,
      message: () => difference ?? `The ledger is that of ${file}`,
    };
  },
};

function transactionAnswer(
  received: unknown,
  { times, ...fields }: TransactionFields,
): MatcherAnswer {
  const ledger = transactionsOf(received);
  const found = ledger.filter(transaction => isSameValue(transaction, fields));
  return {
    pass: times === undefined ? found.length > 0 : found.length === times,
    message: () => {
      const asked = times === undefined ? '' : `, asked for ${times}`;
      return `${found.length} of ${ledger.length} transactions have ${fieldsText(fields)}${asked}${shown(ledger, fields)}`;
    },
  };
}

/** The transactions of the type asked for, or the last ones of any. */
function shown(ledger: readonly Transaction[], { type }: TransactionFields): string {
  const ofType = ledger.filter(transaction => transaction.type === type);
  const [what, all] = ofType.length > 0 ? [`of type ${type}`, ofType] : ['of any type', ledger];
  if (all.length === 0) return '';
  const lines = all.slice(-SHOWN_MAX).map(each => `  ${transactionText(each)}`);
  return [`\nThe last ones ${what}:`, ...lines].join('\n');
}

function fieldsText(fields: object): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
