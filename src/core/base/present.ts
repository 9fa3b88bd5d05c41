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
