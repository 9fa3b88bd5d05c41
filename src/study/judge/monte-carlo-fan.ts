/**
 * The fan of Monte Carlo: quantiles of the balance after each of some trades, over all samples. It
 * is collected while the samples are drawn, because there is no room to keep them.
 */

import { roundedAs } from '../../data/figures/table/figure.js';
import { QUANTILES, quantileOf } from './quantiles.js';

/** Greatest number of steps: more cannot be seen apart in a drawing. */
const MOST_STEPS = 60;

export interface Fan {
  /** Numbers of trades after which the balance is known, from 0 to all. */
  readonly steps: readonly number[];
  /** For each share of the samples, the balance at each step that this share does not exceed. */
  readonly quantiles: readonly {
    readonly quantile: number;
    readonly values: readonly (number | null)[];
  }[];
}

/**
 * Owns the balances of all samples at each step. `take` adds one sample; `fan` sorts them and ends
 * its use.
 */
export class FanCollector {
  readonly #steps: readonly number[];
  /** Balances of all samples, by step. */
  readonly #balances: readonly Float64Array[];
  readonly #opening: number;
  #samples = 0;

  constructor(trades: number, samples: number, opening: number) {
    const count = Math.min(MOST_STEPS, trades);
    const steps = Array.from({ length: count + 1 }, (_, index) =>
      count === 0 ? 0 : Math.round((index * trades) / count),
    );
    this.#steps = steps;
    this.#balances = steps.map(() => new Float64Array(samples));
    this.#opening = opening;
  }

  /** Takes the results of a sample's trades, in their order. */
  take(results: readonly number[]): void {
    let balance = this.#opening;
    let done = 0;
    this.#steps.forEach((step, index) => {
      for (; done < step; done++) balance += results[done] ?? 0;
      (this.#balances[index] as Float64Array)[this.#samples] = balance;
    });
    this.#samples += 1;
  }

  /** The fan of all samples taken; each step is sorted once. */
  fan(): Fan {
    const sorted = this.#balances.map(values => values.subarray(0, this.#samples).sort());
    return {
      steps: this.#steps,
      quantiles: QUANTILES.map(quantile => ({
        quantile,
        values: sorted.map(values =>
          roundedAs(quantileOf(values, quantile) ?? Number.NaN, 'money'),
        ),
      })),
    };
  }
}
