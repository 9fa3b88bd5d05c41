/**
 * The order of texts: by their code units, which no locale changes.
 */

/** Compares two texts for a sort: below 0 when `a` goes first, above 0 when `b` does. */
export function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
