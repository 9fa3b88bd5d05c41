/**
 * What a figure is: a finite number or exact money, or nothing and the reason why. Rounding to
 * fixed digits happens here and nowhere else, so that the last digit, which the square roots and
 * logarithms of different machines may disagree about, is never printed.
 * Invariant: no figure is NaN or infinite.
 */

import { assert } from '../../core/base/assert.js';
import { type Decimal, formatMoney, MONEY_DIGITS } from '../../core/base/decimal.js';
import type { FigureUnit } from './report-data.js';

type Figure =
  | { readonly value: number | string }
  | { readonly value: null; readonly reason: string };

/** Beyond this a float has no digits left to round, and a ratio nothing to say. */
const LARGEST = 1e12;

/** Of so many digits no machine doubts one, whatever its powers and logarithms are made of. */
const SIGNIFICANT_DIGITS = 12;
/** From here on six decimals are more digits than that. */
const LONG = 1e6;

/** What a formula gives: a number, exact money, or the reason why there is neither. */
export type Raw = number | Decimal | Unknown;

/** There is no such number, and why. */
export class Unknown {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Digits after the point by unit. */
export const DIGITS: Readonly<Record<FigureUnit, number>> = {
  money: MONEY_DIGITS,
  fraction: 6,
  ratio: 4,
  count: 0,
  days: 4,
  seconds: 3,
  pips: 2,
};

/** The figure that a formula's answer is, rounded as its unit says. */
export function figureOf(raw: Raw, unit: FigureUnit): Figure {
  if (raw instanceof Unknown) return { value: null, reason: raw.reason };
  if (unit === 'money') {
    assert(typeof raw !== 'number', 'Invariant: money is exact');
    return { value: formatMoney(raw) };
  }
  const value = roundedAs(typeof raw === 'number' ? raw : raw.toNumber(), unit);
  return value === null ? { value: null, reason: 'too large to state' } : { value };
}

/** A fraction at the digits of fractions; for series, whose numbers are finite. */
export function roundedFraction(value: number): number {
  return roundedAs(value, 'fraction') ?? 0;
}

/** A ratio at the digits of ratios; undefined for one too large to state. */
export function roundedRatio(value: number): number | undefined {
  return roundedAs(value, 'ratio') ?? undefined;
}

/** Pips at the digits of pips. */
export function roundedPips(value: number): number {
  return roundedAs(value, 'pips') ?? 0;
}

/** Rounded at the digits of `unit`, and never minus zero; null for what is not finite or beyond all sense. */
export function roundedAs(value: number, unit: FigureUnit): number | null {
  const size = Math.abs(value);
  if (!(size <= LARGEST)) return null;
  const certain = size < LONG ? value : Number(value.toPrecision(SIGNIFICANT_DIGITS));
  return Number(certain.toFixed(DIGITS[unit])) + 0;
}

/** `dividend / divisor`, or Unknown with `reason` when the divisor is zero. */
export function ratio(dividend: number, divisor: number, reason: string): number | Unknown {
  return divisor === 0 ? new Unknown(reason) : dividend / divisor;
}
