/**
 * Named schemas: each published definition is written once, in TypeBox, and gives the check of
 * requests, the type of answers and the OpenAPI document.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';

const definitions: TSchema[] = [];

/** Every definition so far, in the order of definition. */
export function allDefinitions(): readonly TSchema[] {
  return definitions;
}

/** Names a schema as v20 does, so that others can refer to it and the document lists it. */
export function define<T extends TSchema>($id: string, schema: T): T {
  const named = { ...schema, $id };
  definitions.push(named);
  return named;
}

/**
 * Names a choice among definitions, each of which has a `type` of its own. The document maps the types
 * to the definitions, whose names are others.
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
  return Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` });
}
