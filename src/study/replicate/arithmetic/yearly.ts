/** Daily returns as figures of a year. */

import { mean, sampleDeviation } from '../../../data/figures/math/statistics.js';

const DAYS = 252;
const PER_CENT = 100;

/** The mean of daily returns, in per cent a year; 0 for none. */
export function yearlyPercent(returns: readonly number[], days = DAYS): number {
  return returns.length === 0 ? 0 : mean(returns) * days * PER_CENT;
}

/** The Sharpe ratio of a year; 0 where the returns are equal. @param days - returns of a year. */
export function yearlySharpe(returns: readonly number[], days = DAYS): number {
  const deviation = returns.length < 2 ? 0 : sampleDeviation(returns);
  return deviation === 0 ? 0 : (mean(returns) / deviation) * Math.sqrt(days);
}

/** How many standard errors the mean is away from 0; 0 where the returns are equal. */
export function tValue(returns: readonly number[]): number {
  const deviation = returns.length < 2 ? 0 : sampleDeviation(returns);
  return deviation === 0 ? 0 : mean(returns) / (deviation / Math.sqrt(returns.length));
}
