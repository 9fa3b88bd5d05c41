/**
 * One text for one state: keys sorted, Maps as sorted pairs, records by id, decimals in plain
 * digits. Two states are equal exactly when their texts are equal. Callers that need a digest hash
 * the text.
 */

import { byCodeUnit } from './by-code-unit.js';
import { Decimal } from './decimal.js';
import { IdTable } from './id-table.js';

/**
 * The canonical text of plain data: objects, arrays, Maps, IdTables, Sets, numbers, strings,
 * Decimals.
 */
export function canonicalText(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'undefined';
  if (value instanceof Decimal) return `d${value.toFixed()}`;
  if (value instanceof IdTable) return `t{${pairs(value)}}`;
  if (value instanceof Map) return `m{${[...value].map(pair).sort(byCodeUnit).join(',')}}`;
  if (value instanceof Set) return `s{${[...value].map(canonicalText).sort(byCodeUnit).join(',')}}`;
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const fields = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(fields).filter(name => fields[name] !== undefined);
  return `{${pairs(names.sort(byCodeUnit).map(name => [name, fields[name]]))}}`;
}

/** Pairs whose order is the same for equal states. */
function pairs(entries: Iterable<readonly [unknown, unknown]>): string {
  return Array.from(entries, pair).join(',');
}

function pair([key, value]: readonly [unknown, unknown]): string {
  return `${canonicalText(key)}:${canonicalText(value)}`;
}
