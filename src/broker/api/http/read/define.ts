/**
 * Named schemas: each published definition is written once, in TypeBox, and gives the check of
 * requests, the type of answers and the OpenAPI document. A reference carries its definition, so the
 * definitions that a set of schemas needs are found from the schemas alone.
 */

import {
  type ObjectOptions,
  type Static,
  type TProperties,
  type TSchema,
  Type,
} from '@sinclair/typebox';
import { REQUEST_INSTANT } from './instant-text.js';

/** The key under which a reference has its definition; JSON does not show it. */
const DEFINITION = Symbol('definition');

/** Names a schema, so that others can refer to it and the document lists it. */
export function define<T extends TSchema>($id: string, schema: T): T {
  return { ...schema, $id };
}

/** Names an object of these fields. */
export function defineObject<P extends TProperties>(
  $id: string,
  fields: P,
  options: ObjectOptions = {},
) {
  return define($id, Type.Object(fields, options));
}

/**
 * Names a choice among definitions, each of which has a `type` of its own. The document maps the
 * types to the definitions, whose names differ from the types.
 */
export function defineChoice<T>($id: string, schemas: readonly TSchema[]) {
  const mapping = schemas.map(({ $id: name, properties }) => [
    String(properties.type.enum[0]),
    `#/components/schemas/${name}`,
  ]);
  return define(
    $id,
    Type.Unsafe<T>({
      oneOf: schemas.map(each => ref(each)),
      discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) },
    }),
  );
}

/** A reference to a definition. */
export function ref<T extends TSchema>(schema: T) {
  const reference = Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` });
  Object.assign(reference, { [DEFINITION]: schema });
  return reference;
}

/** A string of any form. */
export function textOf(description: string) {
  return Type.String({ description });
}

/** The same for a field that may be absent. */
export function optionalText(description: string) {
  return Type.Optional(Type.String({ description }));
}

/** A string that takes one of the values; published as an enum. */
export function oneOf<const Values extends readonly string[]>(values: Values, description = '') {
  const said = description === '' ? {} : { description };
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...said });
}

/**
 * A parameter that may be absent, and then has the default of the schema. The reader of queries puts
 * the default there, so that the type stays that of a value.
 */
export function defaulted<T extends TSchema>(schema: T): T {
  return Type.Optional(schema) as unknown as T;
}

/** The definitions among `schemas` and those that they refer to, each once, in order of discovery. */
export function definitionsIn(schemas: readonly TSchema[]): readonly TSchema[] {
  const found = new Set<TSchema>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const schema = part as TSchema & { readonly [DEFINITION]?: TSchema };
    if (schema.$id !== undefined) {
      if (found.has(schema)) return;
      found.add(schema);
    }
    visit(schema[DEFINITION]);
    for (const value of Object.values(schema)) visit(value);
  };
  for (const schema of schemas) visit(schema);
  return [...found];
}

/** An instant as clients write it. */
export const InstantText = (description: string) =>
  Type.String({ maxLength: 40, pattern: REQUEST_INSTANT, description });
