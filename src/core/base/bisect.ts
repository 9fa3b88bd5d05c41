/**
 * Bisection: where in a row of entries a condition stops to hold.
 */

/**
 * How many of `length` entries hold from the first on. @param holds - asked of an index from 0; true
 * for all up to some entry and false for all from there.
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
