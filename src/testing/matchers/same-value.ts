/**
 * Whether a value of a transaction is the one that a test expects. Source:
 * docs/guides/testing-vitest.md.
 */

import { decimal } from '../../core/base/decimal.js';
import { parseInstant } from '../../core/time/instant.js';

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const INSTANT = /^\d{4}-\d\d-\d\dT/;

/** Compares as TransactionFields say. */
export function isSameValue(actual: unknown, expected: unknown): boolean {
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual);
  if (expected instanceof Date) return isSameValue(actual, expected.toISOString());
  if (typeof expected === 'number') return isSameText(`${actual}`, `${expected}`);
  if (typeof expected === 'string') return isSameText(`${actual}`, expected);
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((each, index) => isSameValue(actual[index], each))
    );
  }
  if (isRecord(expected)) {
    return (
      isRecord(actual) &&
      Object.keys(expected).every(key => isSameValue(actual[key], expected[key]))
    );
  }
  return Object.is(actual, expected);
}

function isSameText(actual: string, expected: string): boolean {
  if (actual === expected) return true;
  if (DECIMAL.test(actual) && DECIMAL.test(expected)) {
    return decimal(actual).minus(decimal(expected)).isZero();
  }
  if (!INSTANT.test(actual) || !INSTANT.test(expected)) return false;
  const at = parseInstant(actual)?.at;
  return at !== undefined && at === parseInstant(expected)?.at;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A matcher that stands for a value, as `expect.anything()` of Jest and Vitest is. */
function isAsymmetric(value: unknown): value is { asymmetricMatch(actual: unknown): boolean } {
  return isRecord(value) && typeof value['asymmetricMatch'] === 'function';
}
