/**
 * Exact decimals: the only wrapper of decimal.js. A number is an integer coefficient and a number
 * of decimals. Arithmetic uses safe integers while the results fit them. decimal.js carries every
 * other value (long products, endless quotients) at 60 digits. Invariant: every result equals the
 * result of decimal.js at 60 significant digits; a property test compares the two. A float never
 * holds a fraction. Decision 0003.
 */

import { Decimal as DecimalJs } from 'decimal.js';
import {
  FITTING_DIGITS,
  integerQuotient,
  isMinus,
  isSmall,
  MOST_DECIMALS,
  POWERS,
  plainDigits,
  powerOf,
  type RoundingMode,
} from './coefficient.js';

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

const CODE_0 = 48;
const CODE_9 = 57;
const CODE_POINT = 46;

/** What an operation takes: a Decimal, a wire string, or an integer. */
export type DecimalValue = Decimal | string | number;

const WIDE_MODES: Readonly<Record<RoundingMode, DecimalJs.Rounding>> = {
  nearest: DecimalJs.ROUND_HALF_UP,
  floor: DecimalJs.ROUND_FLOOR,
  ceiling: DecimalJs.ROUND_CEIL,
};

const WIDE_POWERS: readonly WideDecimal[] = POWERS.map(power => new WideDecimal(power));
const WIDE_POINTS: readonly WideDecimal[] = POWERS.map(
  (_, digits) => new WideDecimal(`1e-${digits}`),
);
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
/** 0 itself, with which amounts are compared. */
const NOTHING = new Decimal(0, 0);

/** The Decimal of a wire string or an integer. @throws Error when the text is not a number. */
export function decimal(value: DecimalValue): Decimal {
  if (value === NO_MONEY_TEXT) return NO_MONEY;
  if (typeof value === 'string') return fromDigits(value) ?? narrow(new WideDecimal(value));
  if (typeof value !== 'number') return value;
  if (Object.is(value, 0)) return NOTHING;
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

/** The same value without trailing zeros. */
function trimmed(value: Decimal): Decimal {
  let { coefficient, scale } = value;
  while (scale > 0 && coefficient % 10 === 0) {
    coefficient /= 10;
    scale -= 1;
  }
  return scale === value.scale ? value : new Decimal(coefficient, scale);
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
