/**
 * Request bodies: bytes to JSON to what the schema says, refusing on the way whatever could mean
 * something else later: broken UTF-8, hostile keys, deep nesting, wrong types. Nothing is coerced.
 * Of a field that is named twice the last one counts, as JSON parsers commonly have it.
 * Source: v20 semantics 2.4; invariants B1-B3.
 */

import type { TSchema } from '@sinclair/typebox';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { parse } from 'secure-json-parse';
import { givenPart } from '../../../core/order/given.js';
import { ApiError, invalidParameter, missingData } from '../answer/errors.js';
import { allDefinitions } from './define.js';

/** Bytes of the largest body. */
export const BODY_BYTES_MAX = 65_536;
/** The mark of a schema whose body may be left out altogether. */
export const OPTIONAL_BODY = 'x-optional';
const DEPTH_MAX = 32;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** The JSON parser would skip it; JSON has none (RFC 8259). */
const BYTE_ORDER_MARK = '\ufeff';
const OPENING = /[[{]/;

/** 400 for what is no JSON document. */
function malformed(): ApiError {
  return new ApiError(400, 'The request body is not valid JSON');
}

/** The document in `bytes`; undefined for no bytes at all. @throws ApiError */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    const text = UTF8.decode(bytes);
    if (text.startsWith(BYTE_ORDER_MARK) || depthOf(text) > DEPTH_MAX) throw malformed();
    return parse(text, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    throw malformed();
  }
}

/** How deep brackets nest outside of strings. */
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

/** An Ajv that knows every definition and coerces nothing; of the draft that OpenAPI 3.1 has. */
export function strictAjv(): Ajv {
  // That the definitions are schemas is for the tests of the document to say, not for every start.
  const unchecked = { meta: false, validateSchema: false };
  const ajv = new Ajv({ ...unchecked, strict: false, coerceTypes: false, allErrors: false });
  for (const definition of allDefinitions()) ajv.addSchema(definition);
  return ajv;
}

/**
 * Compiles the check of a body. The check throws ApiError naming the malformed part; a schema with
 * `x-optional` lets a request without any body pass.
 */
export function compileBody(ajv: Ajv, schema: TSchema): (body: unknown) => void {
  const validate: ValidateFunction = ajv.compile(schema);
  const isOptional = schema[OPTIONAL_BODY] === true;
  return body => {
    if (body === undefined && isOptional) return;
    if (body === undefined || body === null) throw missingData();
    if (!validate(body)) throw explain(validate.errors?.[0]);
  };
}

/**
 * Takes from a body what counts as not given; fields that the schema calls nullable keep their null,
 * which asks for something there, and fields with a default may be empty.
 */
export function givenBody(schema: TSchema | undefined): (body: unknown) => unknown {
  const fields: Readonly<Record<string, TSchema>> = schema?.['properties'] ?? {};
  const meaning = {
    isCommand: (field: string) => fields[field]?.['nullable'] === true,
    hasDefault: (field: string) => fields[field]?.['default'] !== undefined,
  };
  return body => givenPart(body, meaning);
}

/** Sentences name the path of the part, but for one name that the service has for it. */
function explain(error: ErrorObject | undefined): ApiError {
  if (error === undefined || error.keyword === 'required') return missingData();
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  if (path === '') return missingData();
  return invalidParameter(path === 'order.positionFill' ? 'orderPositionFill' : path);
}
