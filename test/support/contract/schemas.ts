/**
 * The published schemas, drawn tighter or looser for tests: closed ones refuse fields that they do
 * not name, lenient ones let any field be absent.
 */

import { Ajv } from 'ajv';
import { DEFINITIONS } from '../../../src/broker/api/definitions.js';

type Json = Readonly<Record<string, unknown>>;

/** A checker that knows every definition as `change` makes it. */
export function checkerOf(change: (schema: unknown) => unknown): Ajv {
  const ajv = new Ajv({ strict: false });
  for (const definition of DEFINITIONS) ajv.addSchema(change(definition) as object);
  return ajv;
}

/** A copy of a schema whose objects have no fields beyond those that it names. */
export function closed(schema: unknown): unknown {
  return mapped(schema, copy => (isObject(copy) ? { ...copy, additionalProperties: false } : copy));
}

/**
 * A copy of a schema, closed, whose objects may lack any field but the type that tells them apart;
 * without the mapping of choices, which the checker reads from the schemas themselves.
 */
export function closedLenient(schema: unknown): unknown {
  return mapped(closed(schema), ({ required, mapping, ...copy }) =>
    isObject(copy) && isTag(copy.properties['type']) ? { ...copy, required: ['type'] } : copy,
  );
}

/** Whether a schema is one of an object; a field may be called `properties`, and is none. */
function isObject(schema: Json): schema is Json & { readonly properties: Json } {
  return schema['type'] === 'object' && typeof schema['properties'] === 'object';
}

/** Whether a field has one value only, and so tells what its object is. */
function isTag(field: unknown): boolean {
  return Array.isArray((field as Json | undefined)?.['enum']);
}

function mapped(schema: unknown, change: (copy: Json) => Json): unknown {
  if (Array.isArray(schema)) return schema.map(each => mapped(each, change));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, mapped(value, change)]);
  return change(Object.fromEntries(entries) as Json);
}
