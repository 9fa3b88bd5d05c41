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
    const field = firstField(left, right, '');
    if (field !== undefined) return { ...where, ...field };
  }
  return undefined;
}

/** One line for people. */
export function divergenceText({ accountID, transactionID, field, a, b }: Divergence): string {
  return `first difference: account ${accountID}, transaction ${transactionID}, ${field}: ${a} / ${b}`;
}

function firstField(
  a: unknown,
  b: unknown,
  path: string,
): { readonly field: string; readonly a: string; readonly b: string } | undefined {
  if (a === b) return undefined;
  if (!isRecord(a) || !isRecord(b)) return { field: path, a: text(a), b: text(b) };
  // Compare the type first: it says most, and the other fields follow from it.
  const keys = [...new Set(['type', ...Object.keys(a), ...Object.keys(b)])];
  for (const key of keys) {
    const found = firstField(a[key], b[key], path === '' ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string {
  return value === undefined
    ? '(absent)'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
}
