/** Prices and distances as a broker takes them: a whole number of points, as exact text. */

import { type Decimal, decimal, formatFixed } from '../../base/decimal.js';
import { StrategyError } from './strategy-fault.js';

/** A number, or its text. */
export type NumberLike = number | string;

/**
 * The decimal of a number that a strategy gave.
 * @param what - names the number in the error.
 * @throws StrategyError when it is no finite number.
 */
export function numberOf(value: NumberLike, what: string): Decimal {
  const isNumber = (typeof value === 'number' || isText(value)) && Number.isFinite(Number(value));
  if (!isNumber) throw new StrategyError(`${what}: must be a number, was ${String(value)}`);
  return decimal(value);
}

/**
 * `value` rounded to `displayPrecision` decimals, ties away from zero: `1.0850` for 1.085 at 4.
 * @throws StrategyError when it is no finite number.
 */
export function priceText(value: NumberLike, displayPrecision: number): string {
  return formatFixed(numberOf(value, 'price'), displayPrecision);
}

/** Whether a text may be a number: the empty text, which JavaScript takes for 0, may not. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() === value && value !== '';
}
