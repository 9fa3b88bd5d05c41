/** Reads flags that several commands share. A bad value is a usage error: exit code 2. */

import { InputError } from '../../core/base/input-error.js';
import type { Instrument } from '../../core/market/instrument.js';
import { instrumentTable } from '../../core/market/instrument-table.js';
import { type Instant, parseInstant, RFC3339_RULE } from '../../core/time/instant.js';
import { nearest } from '../../data/storage/document/suggest.js';
import { instrumentInBody } from '../../data/storage/ticks/read/body-instrument.js';
import { normaliseSymbol, symbolOfFile } from '../../data/storage/ticks/text/symbol.js';

const PORT_MAX = 65_535;

/** A usage error about one flag. */
export function usageError(flag: string, rule: string): InputError {
  return new InputError('scenario', { file: 'command line', field: `--${flag}` }, rule);
}

/**
 * Checks that a value is a whole number within bounds.
 * @param least - smallest allowed value.
 * @param most - largest allowed value.
 * @throws InputError
 */
export function checkWhole(
  flag: string,
  value: number,
  least = Number.MIN_SAFE_INTEGER,
  most = Number.MAX_SAFE_INTEGER,
): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const isBounded = most < Number.MAX_SAFE_INTEGER;
  const hasLeast = least > Number.MIN_SAFE_INTEGER;
  const bounds = isBounded ? ` from ${least} to ${most}` : hasLeast ? ` of at least ${least}` : '';
  const was = Number.isNaN(value) ? 'was no number' : `was ${value}`;
  throw usageError(flag, `must be a whole number${bounds}, ${was}`);
}

/** Checks that the value of a flag is a port of TCP, or 0 for a free one. @throws InputError */
export function checkPort(flag: string, value: number): void {
  checkWhole(flag, value, 0, PORT_MAX);
}

/**
 * The token in an environment variable; undefined when it is not set or empty. Tokens come only
 * from the environment, because every user of the machine can see the command line.
 */
export function tokenFrom(name: string): string | undefined {
  return process.env[name] || undefined;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The instant of a flag; a date is its midnight in UTC. @throws InputError */
export function instantFlag(flag: string, text: string): Instant {
  const parsed = parseInstant(DATE.test(text) ? `${text}T00:00:00Z` : text);
  if (parsed === undefined) {
    throw usageError(flag, `${RFC3339_RULE}, or a date, was ${text}`);
  }
  return parsed.at;
}

/** The instrument of a flag, in any spelling. @throws InputError with a suggestion. */
export function instrumentFlag(flag: string, symbol: string): Instrument {
  const table = instrumentTable();
  const name = normaliseSymbol(symbol) ?? symbol;
  const instrument = table.get(name);
  if (instrument === undefined) {
    throw usageError(flag, `unknown instrument ${symbol}${nearest(name, [...table.keys()])}`);
  }
  return instrument;
}

/** The named instrument; without a name, the one in the file's name. @throws InputError */
export function instrumentOf(symbol: string | undefined, file: string): Instrument {
  if (symbol !== undefined) return instrumentFlag('instrument', symbol);
  const found = symbolOfFile(file, new Set(instrumentTable().keys())) ?? instrumentInBody(file);
  if (found === undefined) {
    throw usageError('instrument', `is needed: the name of ${file} does not contain an instrument`);
  }
  return instrumentFlag('instrument', found);
}

/**
 * The values of a flag that may be given several times, by name.
 * @param form - what each must be, such as `NAME=VALUE`, for the message.
 * @throws InputError for a text without a name or `=`, and for a name that is given twice.
 */
export function namedValues(
  flag: string,
  texts: readonly string[],
  form: string,
): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const text of texts) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw usageError(flag, `must be ${form}, was ${text}`);
    }
    if (values.has(name)) throw usageError(flag, `${name} is given twice`);
    values.set(name, value);
  }
  return Object.fromEntries(values);
}
