/**
 * One text for one state: keys sorted, Maps as sorted pairs, decimals in plain digits. Two states
 * are equal exactly when their texts are equal. Callers that need a digest hash the text.
 */

import { byCodeUnit } from './by-code-unit.js';
import { Decimal } from './decimal.js';

/** The canonical text of plain data: objects, arrays, Maps, Sets, numbers, strings, Decimals. */
export function canonicalText(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'undefined';
  if (value instanceof Decimal) return `d${value.toFixed()}`;
  if (value instanceof Map) return `m{${sortedEntries([...value]).join(',')}}`;
  if (value instanceof Set) return `s{${[...value].map(canonicalText).sort(byCodeUnit).join(',')}}`;
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${sortedEntries(entries).join(',')}}`;
}

function sortedEntries(entries: readonly (readonly [unknown, unknown])[]): string[] {
  return entries
    .map(([key, field]) => `${canonicalText(key)}:${canonicalText(field)}`)
    .sort(byCodeUnit);
}
