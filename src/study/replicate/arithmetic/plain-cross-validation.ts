/**
 * The probability of backtest overfitting, written down as its authors describe it, with lists instead
 * of running sums: a second way to the number that studies show.
 * Source: D. Bailey, J. Borwein, M. Lopez de Prado, Q. Zhu, "The probability of backtest overfitting",
 * Journal of Computational Finance 20(4), 2017.
 */

/**
 * The share of splits in which the best row in sample is in the lower half out of sample, 0 to 1.
 * @param blocks - number of blocks, even; the days must be a multiple of it.
 */
export function plainOverfitting(rows: readonly Float64Array[], blocks: number): number {
  const days = rows[0]?.length ?? 0;
  const halves = choices(blocks, blocks / 2);
  const poor = halves.filter(chosen => {
    const isIn = Array.from({ length: days }, (_, day) =>
      chosen.includes(Math.floor((day * blocks) / days)),
    );
    const inSample = rows.map(row => ratioOver(row, isIn, true));
    const outside = rows.map(row => ratioOver(row, isIn, false));
    const own = outside[inSample.indexOf(Math.max(...inSample))] as number;
    const rank = outside.filter(ratio => ratio <= own).length / (rows.length + 1);
    return Math.log(rank / (1 - rank)) <= 0;
  });
  return poor.length / halves.length;
}

/** The mean over the deviation of the days that are in, or of the others. */
function ratioOver(row: Float64Array, isIn: readonly boolean[], which: boolean): number {
  const own = row.filter((_, day) => isIn[day] === which);
  let [sum, squares] = [0, 0];
  for (const value of own) sum += value;
  const middle = sum / own.length;
  for (const value of own) squares += (value - middle) * (value - middle);
  return middle / Math.sqrt(squares / (own.length - 1));
}

/** Every choice of `count` of the numbers below `total`. */
function choices(total: number, count: number, from = 0): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return Array.from({ length: total - from - count + 1 }, (_, at) => from + at).flatMap(first =>
    choices(total, count - 1, first + 1).map(rest => [first, ...rest]),
  );
}
