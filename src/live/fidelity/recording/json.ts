/** JSON values as recordings hold them: nothing is known of their form before it is looked at. */

import type { Json } from '../../remote/wire/v20-client.js';

export type { Json };

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list; none when the value is no list. */
export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The value as text, if it is text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The field of an object that is an object itself; an empty one when it is not. */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** The path of a field, or of a member of a list, of the object at `path`. */
export function below(path: string, field: string | number): string {
  if (typeof field === 'number') return `${path}[${field}]`;
  return path === '' ? field : `${path}.${field}`;
}

/** An object within a body, and its place. */
export interface PlacedObject {
  readonly path: string;
  readonly object: Json;
}

/** Every object within `value`, itself included. */
export function* objectsWithin(value: unknown, path = ''): Generator<PlacedObject> {
  if (isObject(value)) yield { path, object: value };
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(Object(value));
  for (const [key, each] of entries) {
    if (typeof each === 'object' && each !== null) yield* objectsWithin(each, below(path, key));
  }
}
