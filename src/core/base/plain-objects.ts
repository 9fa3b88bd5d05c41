/**
 * Plain objects with many fields, some of them optional, made fast. A constructor that assigns
 * field by field gets one block of memory for each object; the same object by spreads into a
 * literal takes fifty times as long. The objects are plain: their prototype is that of `{}`.
 */

/** `T` while its fields are set. */
type Unfinished<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * Returns a constructor of plain objects.
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
