/**
 * A field without a value is left out of the wire object; it is never null or undefined (v20
 * semantics 2.3).
 */

/**
 * Returns `fields` without the keys whose value is undefined. The order of the other keys stays.
 */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept: Partial<T> = {};
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as { [K in keyof T]: Exclude<T[K], undefined> };
}

/** `T` while its fields are set. */
type Unfinished<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * Returns a constructor of plain objects with many fields, some of them optional. An object whose
 * fields are assigned one by one in a constructor gets one block of memory; made by spreads into a
 * literal it takes fifty times as long. The prototype is that of `{}`.
 * @param assign - sets the fields of `this`, in their order; a field that is not set is absent.
 */
export function plainObjects<T extends object, Args extends unknown[]>(
  assign: (this: Unfinished<T>, ...args: Args) => void,
): new (
  ...args: Args
) => T {
  assign.prototype = Object.prototype;
  return assign as unknown as new (
    ...args: Args
  ) => T;
}
