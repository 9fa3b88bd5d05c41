/**
 * A figure: a finite number, exact money, or the reason why there is no value. Only this file
 * rounds to fixed digits. The last digit of a float is never printed, because square roots and
 * logarithms may differ between machines. Invariant: no figure is NaN or infinite.
 */

import { type Decimal, formatMoney, MONEY_DIGITS } from '../../../core/base/decimal.js';
import type { FigureUnit } from './report-data.js';

/** What is shown of a figure; money as a string with all its decimals. */
export type Figure =
  | { readonly value: number | string }
  | { readonly value: null; readonly reason: string };

/** A larger float has no digits left to round, and such a ratio has no meaning. */
const LARGEST = 1e12;

/** Number of significant digits that are the same on every machine. */
const SIGNIFICANT_DIGITS = 12;
/** From this value on, six decimals would exceed that number of digits. */
const LONG = 1e6;

/** Result of a formula: a number, exact money, or the reason why there is no value. */
export type Raw = number | Decimal | UnknownFigure;

/** The reason why there is no value. */
export class UnknownFigure {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Decimals by unit. */
export const DIGITS: Readonly<Record<FigureUnit, number>> = {
  money: MONEY_DIGITS,
  fraction: 6,
  ratio: 4,
  count: 0,
  days: 4,
  seconds: 3,
  pips: 2,
};

/** The figure for a sum of money. */
export function moneyFigure(sum: Decimal | UnknownFigure): Figure {
  if (sum instanceof UnknownFigure) return { value: null, reason: sum.reason };
  return { value: formatMoney(sum) };
}

/** The figure for the result of a formula, rounded for its unit. */
export function roundedFigure(raw: Raw, unit: Exclude<FigureUnit, 'money'>): Figure {
  if (raw instanceof UnknownFigure) return { value: null, reason: raw.reason };
  const value = roundedAs(typeof raw === 'number' ? raw : raw.toNumber(), unit);
  return value === null ? { value: null, reason: 'too large to state' } : { value };
}

/** Rounds a finite fraction to the decimals of fractions. */
export function roundedFraction(value: number): number {
  return roundedAs(value, 'fraction') ?? 0;
}

/** Rounds a ratio to the decimals of ratios; undefined when it is too large to state. */
export function roundedRatio(value: number): number | undefined {
  return roundedAs(value, 'ratio') ?? undefined;
}

/** Rounds pips to the decimals of pips. */
export function roundedPips(value: number): number {
  return roundedAs(value, 'pips') ?? 0;
}

/**
 * Rounds to the decimals of `unit`, never to minus zero; null for infinite, NaN or meaninglessly
 * large values.
 */
export function roundedAs(value: number, unit: FigureUnit): number | null {
  const size = Math.abs(value);
  if (!(size <= LARGEST)) return null;
  const certain = size < LONG ? value : Number(value.toPrecision(SIGNIFICANT_DIGITS));
  return Number(certain.toFixed(DIGITS[unit])) + 0;
}

/** `dividend / divisor`, or Unknown with `reason` when the divisor is zero. */
export function ratio(dividend: number, divisor: number, reason: string): number | UnknownFigure {
  return divisor === 0 ? new UnknownFigure(reason) : dividend / divisor;
}
