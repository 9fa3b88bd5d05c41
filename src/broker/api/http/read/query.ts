/**
 * Reads query strings strictly by their schema: a value that is not written as the schema says is
 * refused, and nothing is coerced (invariants B1-B6). Unknown parameters are ignored, as v20
 * does. Source: v20 semantics 2.4; client habits 2, 3, 8 and 12.
 */

import type { TObject, TSchema } from '@sinclair/typebox';
import { type Instant, parseInstant } from '../../../../core/time/instant.js';
import { badParameters, invalidParameter, RequestError } from '../request-errors.js';
import { INSTANT_FORMAT } from './instant-text.js';

/** A query as Fastify parsed it: texts, and arrays for parameters that were given more than once. */
export type RawQuery = Readonly<Record<string, unknown>>;
/** Reads one parameter. @throws RequestError 400 */
type Reader = (text: string) => unknown;

const LONGEST = 10_000;
const INTEGER = /^-?\d{1,15}$/;
const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;
const NO_ZONE = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?$/;

/** Compiles the reader of a query. The reader throws RequestError 400, and fills in defaults. */
export function compileQuery(schema: TObject): (raw: RawQuery) => Record<string, unknown> {
  const required = new Set<string>(schema.required ?? []);
  const parameters = Object.entries(schema.properties).map(([name, property]) => ({
    name,
    read: compileParameter(name, property),
    isRequired: required.has(name),
    fallback: property.default as unknown,
  }));
  return raw => {
    const query: Record<string, unknown> = {};
    for (const { name, read, isRequired, fallback } of parameters) {
      const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
      if (value === undefined) {
        if (isRequired) throw new RequestError('missing-parameter', { parameter: name });
        if (fallback !== undefined) query[name] = fallback;
        continue;
      }
      // A parameter given twice arrives as an array.
      if (typeof value !== 'string' || value === '' || value.length > LONGEST) {
        throw invalidParameter(name);
      }
      query[name] = read(value);
    }
    return query;
  };
}

function compileParameter(name: string, schema: TSchema): Reader {
  switch (schema['type']) {
    case 'integer':
      return text => readInteger(name, schema, text);
    case 'boolean':
      return text => readBoolean(name, text);
    case 'array': {
      const read = compileParameter(name, schema['items'] as TSchema);
      return text => listItems(text).map(item => read(item));
    }
    default:
      return schema['format'] === INSTANT_FORMAT
        ? text => instantParameter(name, text)
        : text => readText(name, schema, text);
  }
}

/**
 * An instant as clients write it: RFC 3339, UNIX, without a zone (UTC), or a bare date.
 * @throws RequestError 400 naming the parameter.
 */
export function instantParameter(name: string, text: string): Instant {
  const at = readInstant(text);
  if (at === undefined) throw invalidParameter(name);
  return at;
}

/** The same; undefined for a text that is none. */
export function readInstant(text: string): Instant | undefined {
  const zoned = BARE_DATE.test(text) ? `${text}T00:00:00Z` : NO_ZONE.test(text) ? `${text}Z` : text;
  return parseInstant(zoned)?.at;
}

function readInteger(name: string, schema: TSchema, text: string): number {
  const value = Number(text);
  if (!INTEGER.test(text) || value < (schema['minimum'] ?? -Infinity)) throw invalidParameter(name);
  if (value > (schema['maximum'] ?? Infinity)) {
    const sentence = schema['x-exceeded'] as string | undefined;
    throw sentence === undefined ? invalidParameter(name) : badParameters(sentence);
  }
  return value;
}

function readBoolean(name: string, text: string): boolean {
  const value = text.toLowerCase();
  if (value !== 'true' && value !== 'false') throw invalidParameter(name);
  return value === 'true';
}

function readText(name: string, schema: TSchema, text: string): string {
  const values = schema['enum'] as readonly string[] | undefined;
  if (values !== undefined && !values.includes(text)) throw invalidParameter(name);
  const pattern = schema['pattern'] as string | undefined;
  if (pattern !== undefined && !new RegExp(pattern).test(text)) throw invalidParameter(name);
  return text;
}

/** Items between commas; some clients encode the commas twice. */
function listItems(text: string): string[] {
  return text.replace(/%2C/gi, ',').split(',');
}
