/**
 * The distribution of results: counts between round edges. The step is 1, 2 or 5 times a power of
 * ten: the finest step that needs at most a few more bins than Sturges' rule gives.
 */

import { MONEY_DIGITS } from '../../../core/base/decimal.js';
import type { ReportDistribution } from '../table/report-data.js';

const STEPS = [1, 2, 5] as const;
const EXTRA_BINS = 4;
/**
 * The smallest amounts of money per 1: results and edges are multiples of such an amount, which
 * divide exactly.
 */
const SMALLEST = Number(`1e${MONEY_DIGITS}`);

/** Counts of `values` between edges; empty without values. */
export function distributionOf(values: readonly number[]): ReportDistribution {
  if (values.length === 0) return { edges: [], counts: [] };
  const lowest = values.reduce((a, b) => Math.min(a, b));
  const highest = values.reduce((a, b) => Math.max(a, b));
  const bins = Math.ceil(Math.log2(values.length)) + 1 + EXTRA_BINS;
  const size = smallest(stepFor((highest - lowest) / bins));
  const binOf = (value: number) => Math.floor(smallest(value) / size);
  const first = binOf(lowest);
  const count = binOf(highest) - first + 1;
  const edges = Array.from(
    { length: count + 1 },
    (_, index) => ((first + index) * size) / SMALLEST,
  );
  const counts = new Array<number>(count).fill(0);
  for (const value of values) {
    const bin = binOf(value) - first;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { edges, counts };
}

function smallest(money: number): number {
  return Math.round(money * SMALLEST);
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
