/**
 * Bisection: finds the first entry of a row for which a condition is false.
 */

/**
 * Returns the number of entries, from the first on, for which `holds` is true.
 * @param length - the number of entries.
 * @param holds - takes an index from 0. It must be true up to some entry and false for every later
 *   entry.
 */
export function countWhile(length: number, holds: (at: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
