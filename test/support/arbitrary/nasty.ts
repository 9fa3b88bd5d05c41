/**
 * Values that break programs: numbers that are none, keys that every object has, text that changes
 * its direction or its meaning. Source: invariants B1-B3.
 */

import fc from 'fast-check';

/** Numbers as text that a lenient reader takes for something else, or for too much. */
const NASTY_NUMBERS: readonly string[] = [
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '0',
  '-1',
  '1e400',
  '1e-400',
  '1e3',
  '1E5',
  '0x10',
  '0b1',
  '0o7',
  '1_0',
  '1,5',
  ' 5 ',
  '+1',
  '.5',
  '1.',
  '--1',
  '٣',
  '１２',
  '9007199254740993',
  '999999999999999999999999999999',
  '0.0000000000000000000000000001',
  '1.08500000000000000000000001',
  '1'.repeat(10_000),
];

/** The same as tokens of JSON; some of them are no JSON. */
const NUMBER_TOKENS: readonly string[] = [
  '1e400',
  '-1e400',
  '1e-400',
  '-0',
  '0.1e1',
  '1e21',
  '9007199254740993',
  '0.30000000000000004',
  '100000000000000000000000000000000000',
  '1'.repeat(1_000),
  'NaN',
  '0x10',
  '+1',
  '.5',
  '01',
];

/** Keys that every object has, or that a careless merge writes to its prototype. */
const HOSTILE_KEYS: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'then',
  'length',
  '0',
  '',
];

const NASTY_TEXTS: readonly string[] = [
  '',
  ' ',
  'null',
  'undefined',
  '\u0000',
  'a\u0000b',
  'a\r\nX-Injected: 1',
  '\u202eabc',
  '😀'.repeat(20),
  '\ud800',
  'x\udc00y',
  'e\u0301',
  'ЕUR_USD',
  'eur_usd',
  '../../etc/passwd',
  '@',
  '@@',
  '$0',
  '$order',
  "'; DROP TABLE orders; --",
  '<script>alert(1)</script>',
  '=1+1',
  'x'.repeat(300),
  'x'.repeat(10_000),
];

/** Marks a token that is to stand in a JSON text as it is. */
const raw = (token: string) => `@raw:${token}@`;
const RAW = /"@raw:([^@"]*)@"/g;
/** Stands for a `_` that is written with an escape. */
const ESCAPED = '@escaped@';

/** A text that some reader will misread. */
export const nastyText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...NASTY_TEXTS),
  fc.constantFrom(...NASTY_NUMBERS),
  fc.constantFrom(...HOSTILE_KEYS),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** A key that is not among those of a schema. */
export const nastyKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_KEYS, `${ESCAPED}_proto__`),
  fc.string({ maxLength: 12 }),
);

/** Any JSON value, the worse the likelier; write it with `jsonText`. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom(...NUMBER_TOKENS.map(raw)),
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, [], {}, [[]], [null], nested(40)),
  fc
    .tuple(nastyKey, fc.constantFrom<unknown>({ polluted: true }, null, 'x'))
    .map(([key, value]) => Object.fromEntries([[key, value]])),
);

function nested(depth: number): unknown {
  return depth === 0 ? [] : [nested(depth - 1)];
}

/** `value` as JSON, with the marked tokens and keys as they were meant. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value)
    .replace(RAW, (_, token: string) => token)
    .replaceAll(ESCAPED, '\\u005f');
}

const GLOBALS = [Object, Array, String, Number, Boolean, Function, RegExp, Map, Set, Promise];

/** Names of everything on the prototypes that all code shares: what nothing may add to. */
export function sharedNames(): string {
  return GLOBALS.map(({ prototype }) => Reflect.ownKeys(prototype).map(String).join()).join('|');
}
