/**
 * Whole numbers that stand for decimals: the coefficient of a value at a number of decimals. Each
 * operation is exact while its result is small; the caller takes decimal.js for all others.
 * Decision 0003.
 */

/** `nearest` rounds ties away from zero. */
export type RoundingMode = 'nearest' | 'floor' | 'ceiling';

/**
 * The largest coefficient, 2^52. A sum of two such coefficients is still a safe integer. A product
 * that is at most 2^52 is exact: a true product above 2^53 never rounds to a value below 2^53.
 */
const LARGEST = 4_503_599_627_370_496;
/** The largest number of decimals of a coefficient. */
export const MOST_DECIMALS = 20;
/** A number of this many digits always fits a coefficient. */
export const FITTING_DIGITS = 15;
/** Powers of ten, exact, as literals: `10 ** n` differs between Node versions. */
export const POWERS: readonly number[] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20,
];
/** Ready texts of zeros, by their number. */
const ZEROS: readonly string[] = POWERS.map((_, count) => '0'.repeat(count));
/** Characters of a text from which on adding texts up makes a tree of them instead of one block. */
const TREE_LENGTH = 13;

/** Whether a result is exact: its size is at most that of the largest coefficient. */
export function isSmall(coefficient: number): boolean {
  return coefficient <= LARGEST && coefficient >= -LARGEST;
}

/** Whether the sign of an integer is minus; true for -0 too. */
export function isMinus(integer: number): boolean {
  return integer < 0 || Object.is(integer, -0);
}

/** 10^exponent; NaN outside the table. */
export function powerOf(exponent: number): number {
  return POWERS[exponent] ?? Number.NaN;
}

/** The quotient of two integers, rounded to an integer. Both must be in range, and not 0 / 0. */
export function integerQuotient(dividend: number, divisor: number, mode: RoundingMode): number {
  const isNegative = isMinus(dividend) !== isMinus(divisor);
  const by = Math.abs(divisor);
  let whole = Math.floor(Math.abs(dividend) / by);
  let rest = Math.abs(dividend) - whole * by;
  // The float quotient of two safe integers is wrong by at most one; the remainder shows it.
  if (rest < 0) {
    whole -= 1;
    rest += by;
  }
  const away = mode === 'nearest' ? rest * 2 >= by : rest > 0 && isNegative === (mode === 'floor');
  const rounded = away ? whole + 1 : whole;
  return isNegative ? -rounded : rounded;
}

/**
 * The text of a coefficient with `scale` decimals, padded with zeros to `digits` decimals.
 * @param digits - at least `scale`.
 */
export function plainDigits(coefficient: number, scale: number, digits: number): string {
  const zeros = zerosOf(digits - scale);
  if (scale === 0) return digits === 0 ? String(coefficient) : `${coefficient}.${zeros}`;
  // Two small integers become text several times faster than one that needs more than 31 bits.
  const point = powerOf(scale);
  const whole = Math.floor(coefficient / point);
  const fraction = coefficient - whole * point;
  const padded =
    scale <= FITTING_DIGITS
      ? String(point + fraction).slice(1)
      : String(fraction).padStart(scale, '0');
  // Ledgers keep the long texts of factors: one block each takes a third of the memory of a tree.
  return digits + 2 < TREE_LENGTH
    ? `${whole}.${padded}${zeros}`
    : [whole, '.', padded, zeros].join('');
}

function zerosOf(count: number): string {
  return ZEROS[count] ?? '0'.repeat(count);
}
