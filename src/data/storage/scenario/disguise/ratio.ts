/**
 * Ratios of whole numbers whose value and inverse both end after finitely many decimals, such as 1.6
 * and 0.625: amounts can be multiplied by them and back without a digit lost.
 */

import { type Decimal, decimal } from '../../../../core/base/decimal.js';

/** A positive ratio in its lowest terms; both numbers are products of twos and fives. */
export interface Ratio {
  readonly times: number;
  readonly over: number;
}

/** One to one. */
export const EVEN: Ratio = { times: 1, over: 1 };

/** Beyond it amounts would leave the digits of prices. */
const LARGEST = 1_000_000;
const DECIMALS_MAX = 6;

/** The ratio of a decimal; undefined when it is not positive, not plain, or its inverse is endless. */
export function ratioOf(value: Decimal): Ratio | undefined {
  const digits = value.decimalPlaces();
  if (digits > DECIMALS_MAX || !value.isPositive() || value.isZero()) return undefined;
  const over = Number(`1e${digits}`);
  const times = value.times(over).toNumber();
  const isEndless = times > LARGEST * over || withoutTwosAndFives(times) !== 1;
  return isEndless ? undefined : lowest({ times, over });
}

/** One ratio times another. */
export function product(one: Ratio, other: Ratio): Ratio {
  return lowest({ times: one.times * other.times, over: one.over * other.over });
}

/** One ratio divided by another. */
export function quotient(one: Ratio, other: Ratio): Ratio {
  return product(one, { times: other.over, over: other.times });
}

/** Whether both are the same. */
export function isSame(one: Ratio, other: Ratio): boolean {
  return one.times === other.times && one.over === other.over;
}

/** How many decimals the ratio has: 1 for 1.6. */
export function decimalsOf(ratio: Ratio): number {
  return decimalOf(ratio).decimalPlaces();
}

/** The power of ten that the ratio is; undefined when it is none. */
export function tensOf(ratio: Ratio): number | undefined {
  const value = decimalOf(ratio);
  const tens = roundedTensOf(ratio);
  return value.eq(decimal(`1e${tens}`)) ? tens : undefined;
}

/** The highest power of ten that is not above the ratio: 0 for 1.6, 1 for 12.5, -1 for 0.5. */
export function roundedTensOf(ratio: Ratio): number {
  const value = decimalOf(ratio);
  let tens = 0;
  while (value.gte(decimal(`1e${tens + 1}`))) tens++;
  while (value.lt(decimal(`1e${tens}`))) tens--;
  return tens;
}

/** The ratio as a decimal; exact. */
export function decimalOf({ times, over }: Ratio): Decimal {
  return decimal(times).div(over);
}

/** `text`, a plain decimal, times the ratio; exact, and unchanged where the ratio is one to one. */
export function scaledText(text: string, { times, over }: Ratio): string {
  return times === over ? text : decimal(text).times(times).div(over).toFixed();
}

function withoutTwosAndFives(whole: number): number {
  let left = whole;
  for (const prime of [2, 5]) while (left % prime === 0) left /= prime;
  return left;
}

function lowest({ times, over }: Ratio): Ratio {
  let [a, b] = [times, over];
  while (b > 0) [a, b] = [b, a % b];
  return { times: times / a, over: over / a };
}
