/**
 * The order of texts: by their code units. The locale does not change it.
 */

/**
 * Compares two texts for a sort: below 0 when `a` comes first, above 0 when `b` comes first, 0 when
 * they are equal.
 */
export function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
