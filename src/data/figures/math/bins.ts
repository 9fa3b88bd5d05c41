/** Values counted in equally wide bins, for histograms. */

/** How many values lie in each of some equally wide bins. */
export interface Bins {
  /** Lower end of the first bin. */
  readonly from: number;
  /** Width of a bin; 0 when all values are the same. */
  readonly width: number;
  readonly counts: readonly number[];
}

const BINS = 40;

/** The bins of `values`, from the least to the greatest; at least one value. */
export function binsOf(values: readonly number[]): Bins {
  const least = values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
  const greatest = values.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
  const width = (greatest - least) / BINS;
  const counts = new Array<number>(width === 0 ? 1 : BINS).fill(0);
  for (const value of values) {
    const at = width === 0 ? 0 : Math.min(BINS - 1, Math.floor((value - least) / width));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return { from: least, width, counts };
}
