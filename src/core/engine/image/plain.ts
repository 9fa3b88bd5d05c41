/**
 * Plain data with decimals, maps and infinite numbers as JSON, and back. An object that has the key
 * which marks these is marked itself, so that no text of a client is taken for one.
 */

import { Decimal, decimal } from '../../base/decimal.js';

const MARK = '$';

/** A value that JSON cannot write as it is. */
interface MarkedValue {
  readonly [MARK]: 'decimal' | 'map' | 'number' | 'object';
  readonly of: unknown;
}

/** `value` as JSON. Fields that are undefined are left out. */
export function writePlain(value: unknown): string {
  return JSON.stringify(toPlain(value));
}

/** The value of which `writePlain` made `text`. */
export function readPlain(text: string): unknown {
  return fromPlain(JSON.parse(text));
}

function toPlain(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return mark('number', String(value));
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Decimal) return mark('decimal', value.toFixed());
  if (value instanceof Map) return mark('map', [...value].map(toPlain));
  if (Array.isArray(value)) return value.map(toPlain);
  const fields = Object.entries(value).flatMap(([name, each]) =>
    each === undefined ? [] : [[name, toPlain(each)] as const],
  );
  return MARK in value ? mark('object', fields) : Object.fromEntries(fields);
}

function fromPlain(plain: unknown): unknown {
  if (plain === null || typeof plain !== 'object') return plain;
  if (Array.isArray(plain)) return plain.map(fromPlain);
  if (MARK in plain) return unmarked(plain as MarkedValue);
  return Object.fromEntries(Object.entries(plain).map(([name, each]) => [name, fromPlain(each)]));
}

function mark(kind: MarkedValue[typeof MARK], of: unknown): MarkedValue {
  return { [MARK]: kind, of };
}

function unmarked({ [MARK]: kind, of }: MarkedValue): unknown {
  if (kind === 'decimal') return decimal(of as string);
  if (kind === 'number') return Number(of);
  const entries = fromPlain(of) as [string, unknown][];
  return kind === 'map' ? new Map(entries) : Object.fromEntries(entries);
}
