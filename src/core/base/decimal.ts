/**
 * Exact decimals: the one wrapper of decimal.js. Every rounding in the core names its mode here.
 * Precision is 60 significant digits, far above any product of a price, a size and a factor, so
 * that +, - and x are exact and only a division or a named rounding ever cuts digits.
 * Source of the roundings: v20 semantics 5.8 (money: nearest, ties away from zero).
 */

import { Decimal as DecimalJs } from 'decimal.js';

export const Decimal = DecimalJs.clone({
  precision: 60,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
export type Decimal = DecimalJs;

export const ZERO = new Decimal(0);
export const ONE = new Decimal(1);

/** Digits after the point of account money. */
export const MONEY_DIGITS = 4;

/** Returns the Decimal of a wire string or an integer. @throws Error if the text is not a number. */
export function decimal(value: string | number): Decimal {
  return new Decimal(value);
}

/** Rounds to `digits` decimals, ties away from zero. */
export function roundNearest(value: Decimal, digits: number): Decimal {
  return value.toDecimalPlaces(digits, DecimalJs.ROUND_HALF_UP);
}

/** Rounds towards minus infinity at `digits` decimals. */
export function roundFloor(value: Decimal, digits: number): Decimal {
  return value.toDecimalPlaces(digits, DecimalJs.ROUND_FLOOR);
}

/** Rounds towards plus infinity at `digits` decimals. */
export function roundCeiling(value: Decimal, digits: number): Decimal {
  return value.toDecimalPlaces(digits, DecimalJs.ROUND_CEIL);
}

/** Rounds account money: 4 decimals, nearest, ties away from zero. */
export function roundMoney(value: Decimal): Decimal {
  return roundNearest(value, MONEY_DIGITS);
}

/** Formats with exactly `digits` decimals (nearest); never "-0". */
export function formatFixed(value: Decimal, digits: number): string {
  const rounded = roundNearest(value, digits);
  return rounded.isZero() ? ZERO.toFixed(digits) : rounded.toFixed(digits);
}

/** Formats account money: `"1752.7304"`. */
export function formatMoney(value: Decimal): string {
  return formatFixed(value, MONEY_DIGITS);
}

/** Formats rounded to at most `digits` decimals with trailing zeros trimmed; never "-0". */
export function formatTrimmed(value: Decimal, digits: number): string {
  const rounded = roundNearest(value, digits);
  return rounded.isZero() ? '0' : rounded.toFixed();
}

/** Units in plain decimals without trailing zeros: "1000", "0.5". */
export function formatUnits(units: Decimal): string {
  return units.isZero() ? '0' : units.toFixed();
}

/** Sums in the given order. */
export function sum(values: Iterable<Decimal>): Decimal {
  let total: Decimal = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
}
