/** A line through points by least squares. */

import { mean, sum } from '../../../data/figures/math/statistics.js';

/** The slope, and its standard error by the usual formula of equal and independent errors. */
export interface Slope {
  readonly slope: number;
  readonly error: number;
}

/** The line of `y` on `x`: as many numbers of each, at least three, and not all x equal. */
export function slopeOf(x: readonly number[], y: readonly number[]): Slope {
  const [middleX, middleY] = [mean(x), mean(y)];
  const away = x.map(value => value - middleX);
  const squares = sum(away.map(value => value * value));
  const slope = sum(away.map((value, at) => value * ((y[at] as number) - middleY))) / squares;
  const errors = y.map((value, at) => value - middleY - slope * (away[at] as number));
  const variance = sum(errors.map(value => value * value)) / (x.length - 2);
  return { slope, error: Math.sqrt(variance / squares) };
}
