/** The words of a refusal about a malformed value: the value itself, and the rule. */

import type { ErrorObject } from 'ajv';

/** Characters of a value that a refusal repeats. */
const SHOWN_MAX = 60;

/**
 * A sentence without a full stop. @param rule - what the value must be; default: only the value is
 * named.
 */
export function wasText(value: unknown, rule?: string): string {
  const json = JSON.stringify(value) ?? 'missing';
  const text = json.length > SHOWN_MAX ? `${json.slice(0, SHOWN_MAX)}...` : json;
  return rule === undefined ? `It was ${text}` : `It was ${text}; it must be ${rule}`;
}

/** The same of what a schema refuses. @param error - of a verbose Ajv. */
export function refusedText({ data, keyword, params }: ErrorObject): string {
  return wasText(data, RULES[keyword]?.(params));
}

/** What is wrong with a part of a body, and with which field of it. @param error - of a verbose Ajv. */
export function fieldFault(error: ErrorObject): {
  /** The field; absent: the part itself. */
  readonly field?: string;
  /** A sentence without a full stop. */
  readonly why: string;
} {
  const { keyword, params, data, parentSchema = {} } = error;
  if (keyword === 'required') return { field: params.missingProperty, why: 'It is missing' };
  if (keyword === 'additionalProperties') {
    const names = Object.keys(parentSchema['properties']).join(', ');
    const field: string = params.additionalProperty;
    return { field, why: `There is no such field; the fields are ${names}` };
  }
  const known = RULES[keyword]?.(params) ?? parentSchema['description'];
  return { why: wasText(data, known) };
}

/** What a value must be, by the keyword of the schema that refuses it. */
const RULES: Readonly<Record<string, (params: ErrorObject['params']) => string>> = {
  type: ({ type }) => `of the JSON type ${type}`,
  enum: ({ allowedValues }) => `one of ${allowedValues.join(', ')}`,
  maxLength: ({ limit }) => `a text of at most ${limit} characters`,
  minLength: ({ limit }) => `a text of at least ${limit} characters`,
  minimum: ({ limit }) => `at least ${limit}`,
  maximum: ({ limit }) => `at most ${limit}`,
  maxItems: ({ limit }) => `a list of at most ${limit}`,
};
