/**
 * Reads plain data by a table of fields. A violation names the path of the field and the valid forms.
 */

import { decimal } from '../base/decimal.js';
import { parseTimeOfWeek, type TimeOfWeek } from '../time/calendar.js';
import { type Instant, parseDuration, parseInstant } from '../time/instant.js';

/** A range of microseconds, both ends included; equal for a fixed length. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** A value that a rule cannot have. */
export class RuleFault extends Error {
  override readonly name = 'RuleFault';
  /** The keys that lead to the value in the rule. */
  readonly path: readonly string[];
  /** What the value must be: a sentence without subject and full stop. */
  readonly form: string;

  constructor(path: readonly string[], form: string) {
    super(`${path.join('.')} ${form}`);
    this.path = path;
    this.form = form;
  }
}

/** How one field is read: from `Given`, as clients write it, to `T`. */
export interface Field<T, Given = T> {
  /** The valid forms, in words. */
  readonly form: string;
  /** The value; undefined when it has no valid form. @throws RuleFault for a part of it */
  readonly read: (value: unknown, path: readonly string[]) => T | undefined;
  /** The type of what is given; no field has a value here. */
  readonly given?: Given;
}

type Fields = Readonly<Record<string, Field<unknown, unknown>>>;
/** What a table of fields reads. */
export type ReadFields<F extends Fields> = {
  readonly [K in keyof F]?: F[K] extends Field<infer T, unknown> ? T | undefined : never;
};
/** What clients write for a table of fields. */
export type GivenFields<F extends Fields> = {
  readonly [K in keyof F]?: NonNullable<F[K]['given']>;
};

/** Reads an object with these fields and no others. @throws RuleFault */
export function readFields<F extends Fields>(
  value: unknown,
  fields: F,
  path: readonly string[] = [],
): ReadFields<F> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RuleFault(path, 'must be an object');
  }
  const given = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(fields, name)) continue;
    throw new RuleFault(
      [...path, name],
      `is unknown; the fields are ${Object.keys(fields).join(', ')}`,
    );
  }
  const read: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (given[name] === undefined) continue;
    const found = field.read(given[name], [...path, name]);
    if (found === undefined) throw new RuleFault([...path, name], `must be ${field.form}`);
    read[name] = found;
  }
  return read as ReadFields<F>;
}

/** A whole number from `min` to `max`. */
export function whole(min: number, max: number): Field<number> {
  const isValid = (value: unknown): value is number =>
    Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
  return {
    form: `a whole number from ${min} to ${max}`,
    read: value => (isValid(value) ? value : undefined),
  };
}

/** A text of at most `longest` characters that matches `pattern`. */
export function text(form: string, pattern: RegExp): Field<string> {
  return {
    form,
    read: value => (typeof value === 'string' && pattern.test(value) ? value : undefined),
  };
}

/** One of the values. */
export function choice<const T extends readonly string[]>(values: T): Field<T[number]> {
  return {
    form: `one of ${values.join(', ')}`,
    read: value => values.find(each => each === value),
  };
}

/** `true`; leaving the field out means false. */
export const FLAG: Field<boolean> = {
  form: 'true or false',
  read: value => (typeof value === 'boolean' ? value : undefined),
};

/** A probability. */
export const FRACTION: Field<number> = {
  form: 'a number from 0 to 1',
  read: value => {
    const number =
      typeof value === 'string' && FRACTION_TEXT.test(value) ? decimal(value).toNumber() : value;
    return typeof number === 'number' && number >= 0 && number <= 1 ? number : undefined;
  },
};

const FRACTION_TEXT = /^(?:0(?:\.\d{1,15})?|1(?:\.0{1,15})?)$/;

/** An instant, in microseconds. */
export const INSTANT: Field<Instant, string> = {
  form: 'an instant such as 2024-03-08T22:00:00Z',
  read: value => (typeof value === 'string' ? parseInstant(value)?.at : undefined),
};

/** A weekday and a time. */
export const TIME_OF_WEEK: Field<TimeOfWeek, string> = {
  form: 'a weekday and a time such as Saturday 12:00',
  read: value => (typeof value === 'string' ? parseTimeOfWeek(value) : undefined),
};

/** A duration of at most `longest`, in microseconds. */
export function duration(longest: string): Field<number, string> {
  const most = parseDuration(longest) as number;
  return {
    form: `a duration such as 250ms, at most ${longest}`,
    read: value => {
      const micros = typeof value === 'string' ? parseDuration(value) : undefined;
      return micros !== undefined && micros <= most ? micros : undefined;
    },
  };
}

/** A duration, or an object with the shortest and the longest. */
export function range(
  longest: string,
): Field<Range, string | { readonly min: string; readonly max: string }> {
  const one = duration(longest);
  return {
    form: `${one.form}, or {"min": "250ms", "max": "500ms"}`,
    read: (value, path) => {
      const fixed = one.read(value, path);
      if (fixed !== undefined) return { min: fixed, max: fixed };
      if (typeof value !== 'object') return undefined;
      const { min, max } = readFields(value, { min: one, max: one }, path);
      return min !== undefined && max !== undefined && min <= max ? { min, max } : undefined;
    },
  };
}

/** A word, or what `field` reads. */
export function wordOr<const W extends string, T, Given>(
  word: W,
  field: Field<T, Given>,
): Field<W | T, W | Given> {
  return {
    form: `${word}, or ${field.form}`,
    read: (value, path) => (value === word ? word : field.read(value, path)),
  };
}

/** An object with fields of its own. */
export function object<F extends Fields>(fields: F): Field<ReadFields<F>, GivenFields<F>> {
  return { form: 'an object', read: (value, path) => readFields(value, fields, path) };
}
