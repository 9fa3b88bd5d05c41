/**
 * Request bodies: bytes are parsed as JSON and checked by a schema. Broken UTF-8, hostile keys, deep
 * nesting and wrong types are refused; nothing is coerced. Of a field that is named twice the last
 * one counts, as in common JSON parsers.
 * Source: v20 semantics 2.4; invariants B1-B3.
 */

import { isUtf8 } from 'node:buffer';
import type { TSchema } from '@sinclair/typebox';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { parse } from 'secure-json-parse';
import { givenPart } from '../../../../core/order/given.js';
import { badParameters, invalidParameter, RequestError } from '../request-errors.js';
import { fieldFault, refusedText } from './given-value.js';

/** Bytes of the largest body. */
export const BODY_BYTES_MAX = 65_536;
/** The keyword of a schema whose body may be absent. */
export const OPTIONAL_BODY = 'x-optional';
/** The keyword of a schema with requests that the pages of the API show, by name. */
export const BODY_EXAMPLES = 'x-examples';
const DEPTH_MAX = 32;
/** The JSON parser would skip it; RFC 8259 does not allow it. */
const BYTE_ORDER_MARK = '\ufeff';
const OPENING = /[[{]/;
/** Every spelling of a hostile key has one of these. */
const SUSPECT = ['\\', '__proto__', 'constructor'];

/** The document in `bytes`; undefined for no bytes at all. @throws RequestError 400 */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new RequestError('malformed-body');
  const text = bytes.toString('utf8');
  if (text.startsWith(BYTE_ORDER_MARK) || depthOf(text) > DEPTH_MAX)
    throw new RequestError('malformed-body');
  try {
    // Nearly all bodies have none of them, and looking for keys takes longer than reading the body.
    if (!SUSPECT.some(part => text.includes(part))) return JSON.parse(text);
    return parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    throw new RequestError('malformed-body');
  }
}

/** How deep brackets nest outside strings. */
function depthOf(text: string): number {
  if (!OPENING.test(text)) return 0;
  let deepest = 0;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text[at];
    if (quoted) {
      if (code === '\\') at += 1;
      else if (code === '"') quoted = false;
    } else if (code === '"') quoted = true;
    else if (code === '{' || code === '[') deepest = Math.max(deepest, ++depth);
    else if (code === '}' || code === ']') depth -= 1;
  }
  return deepest;
}

/** An Ajv that knows `definitions` and coerces nothing; of the draft that OpenAPI 3.1 has. */
export function strictAjv(definitions: readonly TSchema[]): Ajv {
  // The tests of the document check that the definitions are schemas; a start need not.
  const unchecked = { meta: false, validateSchema: false };
  const ajv = new Ajv({ ...unchecked, strict: false, coerceTypes: false, verbose: true });
  for (const definition of definitions) ajv.addSchema(definition);
  return ajv;
}

/**
 * Gives the check of a body. It throws RequestError 400 naming the malformed part; a schema with
 * `x-optional` lets a request without any body pass. It is compiled when the first body comes, so
 * that a server starts without waiting for checks that it may never need.
 */
export function compileBody(ajv: Ajv, schema: TSchema): (body: unknown) => void {
  let validate: ValidateFunction | undefined;
  const isOptional = schema[OPTIONAL_BODY] === true;
  return body => {
    if (body === undefined && isOptional) return;
    if (body === undefined || body === null) throw new RequestError('missing-data');
    validate ??= ajv.compile(schema);
    if (!validate(body)) throw explain(validate.errors?.[0]);
  };
}

/** The check of a part of a body. @param path - of the part in its body, with dots; empty: the body itself. */
export type PartCheck = (part: unknown, path: string) => void;

/**
 * Gives the check of a part of a body by a schema. It throws RequestError 400, which names the place of the
 * fault, its value and the rule, also for a field that is missing or unknown. It is compiled when it is first used.
 */
export function partCheck(ajv: Ajv, schema: TSchema): PartCheck {
  let validate: ValidateFunction | undefined;
  return (part, path) => {
    validate ??= ajv.compile(schema);
    // Of a choice, the last error is that of the choice itself.
    const error = validate(part) ? undefined : validate.errors?.at(-1);
    if (error === undefined) return;
    const { field, why } = fieldFault(error);
    const place = [path, ...error.instancePath.split('/').slice(1), field];
    const name = place.filter(each => each !== undefined && each !== '').join('.');
    throw name === '' ? badParameters(`The body is wrong. ${why}`) : invalidParameter(name, why);
  };
}

/**
 * Removes from a body the parts that count as not given. Fields that the schema calls nullable keep
 * their null, which has a meaning there.
 */
export function givenBody(schema: TSchema | undefined): (body: unknown) => unknown {
  const fields: Readonly<Record<string, TSchema>> = schema?.['properties'] ?? {};
  const meaning = {
    isCommand: (field: string) => fields[field]?.['nullable'] === true,
    hasDefault: (field: string) => fields[field]?.['default'] !== undefined,
  };
  return body => givenPart(body, meaning);
}

/** The fault names the path of the part, with dots, its value and the rule. */
function explain(error: ErrorObject | undefined): RequestError {
  if (error === undefined || error.keyword === 'required') return new RequestError('missing-data');
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  if (path === '') return new RequestError('missing-data');
  return invalidParameter(path, refusedText(error));
}
