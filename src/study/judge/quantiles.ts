/** The quantiles in which Monte Carlo and repetitions are reported. */

export const QUANTILES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99] as const;

/**
 * The smallest of the ascending `values` that a fraction `quantile` of them does not exceed; null
 * for none.
 */
export function quantileOf(values: ArrayLike<number>, quantile: number): number | null {
  return values[Math.ceil(quantile * values.length) - 1] ?? null;
}
