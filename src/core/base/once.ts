/** Values that are computed at the first request and then kept. */

/** Returns a function that calls `make` once and remembers the result. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
