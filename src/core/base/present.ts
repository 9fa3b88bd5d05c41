/**
 * Absent fields are absent on the wire, never null or undefined (v20 semantics 2.3).
 */

/** Drops the keys whose value is undefined; the order of the others stays. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept: Partial<T> = {};
  for (const key in fields) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as { [K in keyof T]: Exclude<T[K], undefined> };
}
