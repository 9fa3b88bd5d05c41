/**
 * Rounding, formatting and sums of exact decimals. Every rounding in the core names its mode here.
 * Source of the rounding rules: v20 semantics 5.8 (money: nearest, ties away from zero).
 */

import { Decimal, type DecimalValue, decimal, scaled } from './exact/exact-decimal.js';

export { Decimal, type DecimalValue, decimal, scaled };

/** The exact decimal 0. */
export const ZERO = decimal(0);
/** The exact decimal 1. */
export const ONE = decimal(1);

/** Digits after the point of account money. */
export const MONEY_DIGITS = 4;

/** Rounds to `digits` decimals, ties away from zero. */
export function roundNearest(value: Decimal, digits: number): Decimal {
  return value.round(digits, 'nearest');
}

/** Rounds towards minus infinity at `digits` decimals. */
export function roundFloor(value: Decimal, digits: number): Decimal {
  return value.round(digits, 'floor');
}

/** Rounds towards plus infinity at `digits` decimals. */
export function roundCeiling(value: Decimal, digits: number): Decimal {
  return value.round(digits, 'ceiling');
}

/** Rounds account money: 4 decimals, nearest, ties away from zero. */
export function roundMoney(value: Decimal): Decimal {
  return roundNearest(value, MONEY_DIGITS);
}

/** Formats with exactly `digits` decimals (nearest); never "-0". */
export function formatFixed(value: Decimal, digits: number): string {
  const rounded = roundNearest(value, digits);
  return rounded.isZero() ? zeroText(digits) : rounded.toFixed(digits);
}

/** Ready texts of zero, by number of decimals: half of the amounts of a fill are zero. */
const ZERO_TEXTS: readonly string[] = Array.from({ length: 20 }, (_, digits) =>
  ZERO.toFixed(digits),
);

function zeroText(digits: number): string {
  return ZERO_TEXTS[digits] ?? ZERO.toFixed(digits);
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

/** Formats units in plain decimals without trailing zeros: "1000", "0.5". */
export function formatUnits(units: Decimal): string {
  return units.isZero() ? '0' : units.toFixed();
}

/** Decimals of texts that do not change, by their text. */
const FIXED = new Map<string, Decimal>();
const MOST_FIXED = 1_000;

/**
 * The Decimal of a text of the configuration: a rate, a limit, a factor. The same texts are asked
 * for at each fill, so their Decimals are kept. @throws Error when the text is not a number.
 */
export function fixedDecimal(text: string): Decimal {
  const known = FIXED.get(text);
  if (known !== undefined) return known;
  if (FIXED.size === MOST_FIXED) FIXED.clear();
  const value = decimal(text);
  FIXED.set(text, value);
  return value;
}

/** Sums the values in the given order; 0 when there are none. */
export function sum(values: Iterable<Decimal>): Decimal {
  let total: Decimal = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
}
