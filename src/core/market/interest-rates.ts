/**
 * Rates of financing from interest rates. A long position of a pair earns the interest of its base
 * currency and pays that of its quote currency; the broker takes a markup on both sides:
 *
 *     long  =   base - quote  - markup
 *     short = -(base - quote) - markup
 *
 * Source: v20 semantics 5.7 (broker rate = difference -/+ markup).
 */

import { type Decimal, decimal, formatUnits, ZERO } from '../base/decimal.js';
import type { FinancingRates } from './financing-terms.js';
import type { DatedRates } from './instrument.js';

/** An interest rate of a currency from a day of trading on, until the next one. */
export interface InterestRate {
  /** A New York date, in days since 1970. */
  readonly from: number;
  /** Yearly, a fraction. */
  readonly rate: Decimal;
}

/**
 * The rates of an instrument whenever one of the two interest rates changes.
 * @param base - of its base currency, by date; empty for what pays no interest.
 * @param quote - of its quote currency, by date.
 * @param markup - yearly, a fraction, at least 0.
 * @returns rates from the first date on for which all interest rates are known.
 */
export function ratesFromInterest(
  base: readonly InterestRate[],
  quote: readonly InterestRate[],
  markup: Decimal,
): DatedRates[] {
  const first = Math.max(...[base, quote].flatMap(([oldest]) => oldest?.from ?? []));
  const dates = new Set([...base, ...quote].map(({ from }) => Math.max(from, first)));
  return [...dates]
    .sort((a, b) => a - b)
    .map(from => {
      const difference = interestOn(base, from).minus(interestOn(quote, from));
      const longRate = formatUnits(difference.minus(markup));
      const shortRate = formatUnits(ZERO.minus(difference).minus(markup));
      return { from, longRate, shortRate };
    });
}

function interestOn(rates: readonly InterestRate[], day: number): Decimal {
  return rates.findLast(({ from }) => from <= day)?.rate ?? ZERO;
}

/**
 * The difference of the two interest rates, which is the rate of a long trade without a markup:
 * half of long less short, whatever the markup is.
 */
export function rateDifference({ longRate, shortRate }: FinancingRates): Decimal {
  return decimal(longRate).minus(shortRate).div(2);
}
