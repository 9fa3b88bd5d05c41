/**
 * Fields of wire objects. A field without a value is left out; it is never null or undefined (v20
 * semantics 2.3).
 */

/** Fields by name; one that is absent is undefined. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of any object, to read those that only some types have. Nothing is known of their types. */
export function fieldsIn(value: object): Fields {
  return value as Fields;
}

/**
 * Returns `fields` without the keys whose value is undefined. The order of the other keys stays.
 */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept: Partial<T> = {};
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** `T` while its fields are set. */
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * Returns a constructor of plain objects with many fields, some of them optional. An object whose
 * fields are assigned one by one in a constructor gets one block of memory; made by spreads into a
 * literal it takes fifty times as long. The prototype is that of `{}`.
 * @param assign - sets the fields of `this`, in their order; a field that is not set is absent.
 */
export function plainObjects<T extends object, Args extends unknown[]>(
  assign: (this: Mutable<T>, ...args: Args) => void,
): new (
  ...args: Args
) => T {
  assign.prototype = Object.prototype;
  // What `new` gives is `this` as `assign` has left it; the types of functions do not say so.
  return assign as unknown as new (
    ...args: Args
  ) => T;
}
