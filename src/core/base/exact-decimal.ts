/**
 * Exact decimals: the only wrapper of decimal.js. A number is an integer coefficient and a number
 * of decimals. Arithmetic uses safe integers while the results fit them. decimal.js carries every
 * other value (long products, endless quotients) at 60 digits. Invariant: every result equals the
 * result of decimal.js at 60 significant digits; a property test compares the two. A float never
 * holds a fraction. Decision 0003.
 */

import { Decimal as DecimalJs } from 'decimal.js';

/**
 * 60 digits are far more than any product of a price, a size and a factor has. So +, - and x are
 * exact, and only a division or a named rounding cuts digits.
 */
const WideDecimal = DecimalJs.clone({
  precision: 60,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
type WideDecimal = DecimalJs;

/** What an operation takes: a Decimal, a wire string, or an integer. */
export type DecimalValue = Decimal | string | number;

/** `nearest` rounds ties away from zero. */
export type RoundingMode = 'nearest' | 'floor' | 'ceiling';

const WIDE_MODES: Readonly<Record<RoundingMode, DecimalJs.Rounding>> = {
  nearest: DecimalJs.ROUND_HALF_UP,
  floor: DecimalJs.ROUND_FLOOR,
  ceiling: DecimalJs.ROUND_CEIL,
};

/**
 * The largest coefficient, 2^52. A sum of two such coefficients is still a safe integer. A product
 * that is at most 2^52 is exact: a true product above 2^53 never rounds to a value below 2^53.
 */
const LARGEST = 4_503_599_627_370_496;
/** The largest number of decimals of a coefficient. */
const MOST_DECIMALS = 20;
/** A number of this many digits always fits a coefficient. */
const FITTING_DIGITS = 15;
/** Powers of ten, exact, as literals: `10 ** n` differs between Node versions. */
const POWERS: readonly number[] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20,
];
const WIDE_POWERS: readonly WideDecimal[] = POWERS.map(power => new WideDecimal(power));
const WIDE_POINTS: readonly WideDecimal[] = POWERS.map(
  (_, digits) => new WideDecimal(`1e-${digits}`),
);
/** Ready texts of zeros, by their number. */
const ZEROS: readonly string[] = POWERS.map((_, count) => '0'.repeat(count));
/** Characters of a text from which on adding texts up makes a tree of them instead of one block. */
const TREE_LENGTH = 13;
const CODE_0 = 48;
const CODE_9 = 57;
const CODE_POINT = 46;

/** An exact decimal number. It never changes; every operation returns a new Decimal. */
export class Decimal {
  /**
   * The value times 10^scale. NaN when decimal.js carries the value; NaN fails every range test.
   */
  readonly coefficient: number;
  readonly scale: number;
  readonly wide: WideDecimal | undefined;

  /** Only for this file. Other code calls `decimal` or `scaled`. */
  constructor(coefficient: number, scale: number, wide?: WideDecimal) {
    this.coefficient = coefficient;
    this.scale = scale;
    this.wide = wide;
  }

  plus(value: DecimalValue): Decimal {
    const other = decimal(value);
    if (isUnchangedBy(this, other)) return this;
    if (isUnchangedBy(other, this)) return other;
    const scale = Math.max(this.scale, other.scale);
    const sum = coefficientAt(this, scale) + coefficientAt(other, scale);
    return isSmall(sum) ? new Decimal(sum, scale) : narrow(widen(this).plus(widen(other)));
  }

  minus(value: DecimalValue): Decimal {
    const other = decimal(value);
    if (isUnchangedBy(this, other)) return this;
    const scale = Math.max(this.scale, other.scale);
    const difference = coefficientAt(this, scale) - coefficientAt(other, scale);
    return isSmall(difference)
      ? new Decimal(difference, scale)
      : narrow(widen(this).minus(widen(other)));
  }

  times(value: DecimalValue): Decimal {
    const other = decimal(value);
    const product = this.coefficient * other.coefficient;
    const scale = this.scale + other.scale;
    return isSmall(product) && scale <= MOST_DECIMALS
      ? new Decimal(product, scale)
      : narrow(widen(this).times(widen(other)));
  }

  /** The quotient; an endless quotient is cut at 60 significant digits. */
  div(value: DecimalValue): Decimal {
    const other = decimal(value);
    return shortQuotient(this, other) ?? narrow(widen(this).div(widen(other)));
  }

  /** The quotient rounded to `digits` decimals. */
  divRound(value: DecimalValue, digits: number, mode: RoundingMode): Decimal {
    const other = decimal(value);
    const dividend = this.coefficient * powerOf(digits + other.scale - this.scale);
    // If a quotient of such integers is no tie and not whole, 60 digits are enough to show it.
    const rounded = isSmall(dividend)
      ? integerQuotient(dividend, other.coefficient, mode)
      : Number.NaN;
    return isSmall(rounded)
      ? new Decimal(rounded, digits)
      : narrow(widen(this).div(widen(other))).round(digits, mode);
  }

  /** Rounds to at most `digits` decimals. */
  round(digits: number, mode: RoundingMode): Decimal {
    if (this.wide === undefined && this.scale <= digits) return this;
    const cut = this.scale - digits;
    return this.wide === undefined && cut <= FITTING_DIGITS
      ? new Decimal(integerQuotient(this.coefficient, powerOf(cut), mode), digits)
      : narrow(widen(this).toDecimalPlaces(digits, WIDE_MODES[mode]));
  }

  negated(): Decimal {
    return this.wide === undefined
      ? new Decimal(-this.coefficient, this.scale)
      : narrow(this.wide.negated());
  }

  abs(): Decimal {
    return this.isNegative() ? this.negated() : this;
  }

  /** Below 0, 0 or above 0 when this is less than, equal to or greater than `value`. */
  compare(value: DecimalValue): number {
    const other = decimal(value);
    const scale = Math.max(this.scale, other.scale);
    const difference = coefficientAt(this, scale) - coefficientAt(other, scale);
    return Number.isNaN(difference) ? widen(this).comparedTo(widen(other)) : difference;
  }

  eq(value: DecimalValue): boolean {
    return this.compare(value) === 0;
  }

  gt(value: DecimalValue): boolean {
    return this.compare(value) > 0;
  }

  gte(value: DecimalValue): boolean {
    return this.compare(value) >= 0;
  }

  lt(value: DecimalValue): boolean {
    return this.compare(value) < 0;
  }

  lte(value: DecimalValue): boolean {
    return this.compare(value) <= 0;
  }

  isZero(): boolean {
    return this.wide === undefined ? this.coefficient === 0 : this.wide.isZero();
  }

  /** Whether the sign is minus. A zero keeps the sign that its computation gave. */
  isNegative(): boolean {
    return this.wide === undefined ? isMinus(this.coefficient) : this.wide.isNegative();
  }

  /** Whether the sign is plus. A zero can have a plus sign. */
  isPositive(): boolean {
    return !this.isNegative();
  }

  isInteger(): boolean {
    return this.decimalPlaces() === 0;
  }

  /** The number of decimals without trailing zeros. */
  decimalPlaces(): number {
    return this.wide === undefined ? trimmed(this).scale : this.wide.decimalPlaces();
  }

  /**
   * The value in units of 10^-`digits`, a safe integer; NaN when it is not a whole number of them
   * or does not fit.
   */
  unitsOf(digits: number): number {
    if (this.scale <= digits) return coefficientAt(this, digits);
    const units = this.coefficient / powerOf(this.scale - digits);
    return Number.isInteger(units) ? units : Number.NaN;
  }

  /** The nearest float. */
  toNumber(): number {
    return this.wide === undefined ? this.coefficient / powerOf(this.scale) : this.wide.toNumber();
  }

  /**
   * Plain digits. With `digits`: exactly so many decimals, rounded to nearest. Without: all
   * decimals, without trailing zeros.
   */
  toFixed(digits?: number): string {
    const value = digits === undefined ? trimmed(this) : this.round(digits, 'nearest');
    if (value.wide !== undefined) return value.wide.toFixed(digits);
    const text = plainDigits(Math.abs(value.coefficient), value.scale, digits ?? value.scale);
    return this.isNegative() && !this.isZero() ? `-${text}` : text;
  }

  toString(): string {
    return this.toFixed();
  }

  toJSON(): string {
    return this.toFixed();
  }
}

/** The text of most amounts in a ledger. */
const NO_MONEY_TEXT = '0.0000';
const NO_MONEY = new Decimal(0, 4);

/** The Decimal of a wire string or an integer. @throws Error when the text is not a number. */
export function decimal(value: DecimalValue): Decimal {
  if (value === NO_MONEY_TEXT) return NO_MONEY;
  if (typeof value === 'string') return fromDigits(value) ?? narrow(new WideDecimal(value));
  if (typeof value !== 'number') return value;
  return Number.isInteger(value) && isSmall(value)
    ? new Decimal(value, 0)
    : narrow(new WideDecimal(value));
}

/**
 * The Decimal `coefficient` x 10^-`decimals`.
 * @param coefficient - a safe integer.
 * @param decimals - 0 to 20.
 */
export function scaled(coefficient: number, decimals: number): Decimal {
  return isSmall(coefficient)
    ? new Decimal(coefficient, decimals)
    : decimal(coefficient).div(powerOf(decimals));
}

function isSmall(coefficient: number): boolean {
  return coefficient <= LARGEST && coefficient >= -LARGEST;
}

/**
 * Whether adding or subtracting `zero` gives the value itself. Most amounts of a fill are zero. The
 * sign of -0 can change, and decimal.js cuts a long number to 60 digits.
 */
function isUnchangedBy(value: Decimal, zero: Decimal): boolean {
  return (
    zero.coefficient === 0 &&
    zero.scale <= value.scale &&
    value.wide === undefined &&
    !Object.is(value.coefficient, -0)
  );
}

/** Whether the sign of an integer is minus; true for -0 too. */
function isMinus(integer: number): boolean {
  return integer < 0 || Object.is(integer, -0);
}

/** 10^exponent; NaN outside the table. */
function powerOf(exponent: number): number {
  return POWERS[exponent] ?? Number.NaN;
}

/** The coefficient of the same value at a larger scale; NaN when it does not fit. */
function coefficientAt({ coefficient, scale }: Decimal, greater: number): number {
  if (scale === greater) return coefficient;
  const raised = coefficient * powerOf(greater - scale);
  return isSmall(raised) ? raised : Number.NaN;
}

/** The quotient when it ends and its integers fit; undefined otherwise. */
function shortQuotient(dividend: Decimal, divisor: Decimal): Decimal | undefined {
  const { coefficient: by } = divisor;
  // Mids of quotes divide by 2. Other divisors that leave a remainder are rare.
  const halves = by === 2 && dividend.coefficient % 2 !== 0;
  const coefficient = halves ? dividend.coefficient * 5 : dividend.coefficient / by;
  if (!Number.isInteger(coefficient)) return undefined;
  if (!halves && coefficient * by !== dividend.coefficient) return undefined;
  const scale = dividend.scale - divisor.scale + (halves ? 1 : 0);
  const raised = scale < 0 ? coefficient * powerOf(-scale) : coefficient;
  return isSmall(raised) && scale <= MOST_DECIMALS
    ? new Decimal(raised, Math.max(0, scale))
    : undefined;
}

/** The quotient of two integers, rounded to an integer. Both must be in range, and not 0 / 0. */
function integerQuotient(dividend: number, divisor: number, mode: RoundingMode): number {
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

/** The same value without trailing zeros. */
function trimmed(value: Decimal): Decimal {
  let { coefficient, scale } = value;
  while (scale > 0 && coefficient % 10 === 0) {
    coefficient /= 10;
    scale -= 1;
  }
  return scale === value.scale ? value : new Decimal(coefficient, scale);
}

/**
 * The text of a coefficient with `scale` decimals, padded with zeros to `digits` decimals.
 * @param digits - at least `scale`.
 */
function plainDigits(coefficient: number, scale: number, digits: number): string {
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

/** The Decimal of a text of plain digits that fit a coefficient; undefined for any other text. */
function fromDigits(text: string): Decimal | undefined {
  const isNegative = text.startsWith('-');
  let coefficient = 0;
  let point = -1;
  let digits = 0;
  for (let at = isNegative ? 1 : 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= CODE_0 && code <= CODE_9) {
      coefficient = coefficient * 10 + code - CODE_0;
      digits += 1;
    } else if (code === CODE_POINT && point < 0 && digits > 0) point = at;
    else return undefined;
  }
  const scale = point < 0 ? 0 : text.length - point - 1;
  if (digits === 0 || digits > FITTING_DIGITS || point === text.length - 1) return undefined;
  return new Decimal(isNegative ? -coefficient : coefficient, scale);
}

function widen({ coefficient, scale, wide }: Decimal): WideDecimal {
  return wide ?? new WideDecimal(coefficient).times(WIDE_POINTS[scale] as WideDecimal);
}

/** The value in safe integers when it fits them; otherwise decimal.js keeps it. */
function narrow(wide: WideDecimal): Decimal {
  const scale = wide.decimalPlaces();
  const fits = wide.isFinite() && scale <= FITTING_DIGITS && wide.precision() <= FITTING_DIGITS;
  const isWhole = fits && wide.e < FITTING_DIGITS;
  return isWhole
    ? new Decimal(wide.times(WIDE_POWERS[scale] as WideDecimal).toNumber(), scale)
    : new Decimal(Number.NaN, 0, wide);
}
