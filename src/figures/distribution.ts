/**
 * How results are spread: counts between round edges. The step is 1, 2 or 5 times a power of ten,
 * the finest that needs no more bins than Sturges' rule and a few more.
 */

import { MONEY_DIGITS } from '../core/base/decimal.js';
import type { ReportDistribution } from './report-data.js';

const STEPS = [1, 2, 5] as const;
const EXTRA_BINS = 4;

/** Counts of `values` between edges; without values there are none. */
export function distributionOf(values: readonly number[]): ReportDistribution {
  if (values.length === 0) return { edges: [], counts: [] };
  const lowest = values.reduce((a, b) => Math.min(a, b));
  const highest = values.reduce((a, b) => Math.max(a, b));
  const bins = Math.ceil(Math.log2(values.length)) + 1 + EXTRA_BINS;
  const size = stepFor((highest - lowest) / bins);
  const first = Math.floor(lowest / size);
  const count = Math.max(1, Math.floor(highest / size) - first + 1);
  const edges = Array.from({ length: count + 1 }, (_, index) =>
    Number(((first + index) * size).toFixed(MONEY_DIGITS)),
  );
  const counts = new Array<number>(count).fill(0);
  for (const value of values) {
    const bin = Math.min(count - 1, Math.max(0, Math.floor(value / size) - first));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { edges, counts };
}

/** The smallest round step that is at least `width`. */
function stepFor(width: number): number {
  for (let exponent = -MONEY_DIGITS; ; exponent++) {
    for (const mantissa of STEPS) {
      const step = Number(`${mantissa}e${exponent}`);
      if (step >= width) return step;
    }
  }
}
