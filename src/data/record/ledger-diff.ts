/**
 * Finds the first difference between two ledgers, by meaning: which account, transaction and field.
 */

import type { Transaction } from '../../core/ledger/transaction.js';

/** The first difference between two ledgers. `a` and `b` are the texts of the field in each. */
export interface Divergence {
  readonly accountID: string;
  readonly transactionID: string;
  /** Path of the first field that differs; `transaction` when one ledger ends earlier. */
  readonly field: string;
  readonly a: string;
  readonly b: string;
}

/** Compares in commit order; undefined when the ledgers are equal. */
export function firstDivergence(
  a: readonly Transaction[],
  b: readonly Transaction[],
): Divergence | undefined {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a[at];
    const right = b[at];
    const known = left ?? right;
    if (known === undefined) return undefined;
    const where = { accountID: known.accountID, transactionID: known.id };
    if (left === undefined || right === undefined) {
      const type = (transaction: Transaction | undefined) => transaction?.type ?? '(nothing)';
      return { ...where, field: 'transaction', a: type(left), b: type(right) };
    }
    const [found] = differences(left, right);
    if (found !== undefined) {
      return { ...where, field: found.field, a: valueText(found.a), b: valueText(found.b) };
    }
  }
  return undefined;
}

/** One line for people. */
export function divergenceText({ accountID, transactionID, field, a, b }: Divergence): string {
  return `first difference: account ${accountID}, transaction ${transactionID}, ${field}: ${a} / ${b}`;
}

/**
 * The fields in which two values differ, with their paths. The type is first, because it matters
 * most.
 */
export function* differences(
  a: unknown,
  b: unknown,
  field = '',
): Generator<{ readonly field: string; readonly a: unknown; readonly b: unknown }> {
  if (a === b) return;
  if (!isRecord(a) || !isRecord(b)) {
    yield { field, a, b };
    return;
  }
  for (const key of new Set(['type', ...Object.keys(a), ...Object.keys(b)])) {
    yield* differences(a[key], b[key], field === '' ? key : `${field}.${key}`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A value for people. */
export function valueText(value: unknown): string {
  return value === undefined
    ? '(absent)'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}
