/**
 * Numbers of request bodies as text. v20 sends numbers as strings and takes both; the engine takes
 * strings. Text is exact; what JSON calls a number is written out in plain decimals.
 * Source: v20 semantics 2.3; conventions, row 13.
 */

import { decimal } from '../core/base/decimal.js';

/** `value` with every number in it as plain decimal text. */
export function numbersAsText(value: unknown): unknown {
  if (typeof value === 'number') return decimal(value).toFixed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(numbersAsText);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, numbersAsText(part)]),
  );
}
