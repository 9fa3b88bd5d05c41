/**
 * Exact decimals: the one wrapper of decimal.js. A number is a whole coefficient and a count of
 * decimals, and arithmetic on it is that of safe integers as long as nothing leaves their range;
 * anything else (long products, endless quotients) is carried by decimal.js at 60 digits.
 * Invariant: every result is the one that decimal.js gives at 60 significant digits; a property
 * test compares the two. No fraction is ever held in a float. Decision 0003.
 */

import { Decimal as DecimalJs } from 'decimal.js';

/**
 * Far above any product of a price, a size and a factor, so that +, - and x are exact and only a
 * division or a named rounding ever cuts digits.
 */
const Wide = DecimalJs.clone({
  precision: 60,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
type Wide = DecimalJs;

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
 * Largest coefficient, 2^52, so that a sum of two is still a safe integer. A product that comes
 * out within it was not rounded: one that is greater never rounds to less than 2^53.
 */
const LARGEST = 4_503_599_627_370_496;
/** Most decimals beside a coefficient. */
const MOST_DECIMALS = 20;
/** Digits that always fit a coefficient. */
const FITTING_DIGITS = 15;
/** Powers of ten, exact, as literals: `10 ** n` differs between Node versions. */
const POWERS: readonly number[] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20,
];
const WIDE_POWERS: readonly Wide[] = POWERS.map(power => new Wide(power));
const WIDE_POINTS: readonly Wide[] = POWERS.map((_, digits) => new Wide(`1e-${digits}`));
const ZEROS = '0'.repeat(MOST_DECIMALS);
const CODE_0 = 48;
const CODE_9 = 57;
const CODE_POINT = 46;

export class Decimal {
  /** The value times 10^scale; NaN when decimal.js carries it, which fails every test of range. */
  readonly coefficient: number;
  readonly scale: number;
  readonly wide: Wide | undefined;

  /** For this file; others call `decimal` or `scaled`. */
  constructor(coefficient: number, scale: number, wide?: Wide) {
    this.coefficient = coefficient;
    this.scale = scale;
    this.wide = wide;
  }

  plus(value: DecimalValue): Decimal {
    const other = decimal(value);
    const scale = Math.max(this.scale, other.scale);
    const sum = coefficientAt(this, scale) + coefficientAt(other, scale);
    return isSmall(sum) ? new Decimal(sum, scale) : narrow(widen(this).plus(widen(other)));
  }

  minus(value: DecimalValue): Decimal {
    const other = decimal(value);
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

  /** Cut at 60 significant digits where the quotient has no end. */
  div(value: DecimalValue): Decimal {
    const other = decimal(value);
    return shortQuotient(this, other) ?? narrow(widen(this).div(widen(other)));
  }

  /** The quotient at `digits` decimals, nearest, ties away from zero. */
  divNearest(value: DecimalValue, digits: number): Decimal {
    const other = decimal(value);
    const dividend = this.coefficient * powerOf(digits + other.scale - this.scale);
    // A quotient of such integers that is not a tie is further from one than 60 digits could hide.
    const rounded = isSmall(dividend)
      ? integerQuotient(dividend, other.coefficient, 'nearest')
      : Number.NaN;
    return isSmall(rounded)
      ? new Decimal(rounded, digits)
      : narrow(widen(this).div(widen(other))).round(digits, 'nearest');
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

  /** Negative, zero or positive, as this is less than, equal to or greater than `value`. */
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

  /** Whether the sign is minus, which a zero keeps from what it was computed of. */
  isNegative(): boolean {
    return this.wide === undefined ? isMinus(this.coefficient) : this.wide.isNegative();
  }

  /** Whether the sign is plus; a zero has one too. */
  isPositive(): boolean {
    return !this.isNegative();
  }

  isInteger(): boolean {
    return this.decimalPlaces() === 0;
  }

  /** Decimals without trailing zeros. */
  decimalPlaces(): number {
    return this.wide === undefined ? trimmed(this).scale : this.wide.decimalPlaces();
  }

  /** The nearest float. */
  toNumber(): number {
    return this.wide === undefined ? this.coefficient / powerOf(this.scale) : this.wide.toNumber();
  }

  /** Plain digits: with exactly `digits` decimals, nearest, or as many as there are. */
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

/** The number of a wire string or an integer. @throws Error if a text is not a number. */
export function decimal(value: DecimalValue): Decimal {
  if (typeof value === 'string') return fromDigits(value) ?? narrow(new Wide(value));
  if (typeof value !== 'number') return value;
  return Number.isInteger(value) && isSmall(value)
    ? new Decimal(value, 0)
    : narrow(new Wide(value));
}

/** `coefficient` x 10^-`decimals`: a safe integer, and 0 to 20 of them. */
export function scaled(coefficient: number, decimals: number): Decimal {
  return isSmall(coefficient)
    ? new Decimal(coefficient, decimals)
    : decimal(coefficient).div(powerOf(decimals));
}

function isSmall(coefficient: number): boolean {
  return coefficient <= LARGEST && coefficient >= -LARGEST;
}

/** Whether the sign of an integer is minus, be it that of a zero. */
function isMinus(integer: number): boolean {
  return integer < 0 || Object.is(integer, -0);
}

/** 10^exponent; NaN outside the table. */
function powerOf(exponent: number): number {
  return POWERS[exponent] ?? Number.NaN;
}

/** The coefficient that the same value has at a greater scale; NaN where it does not fit. */
function coefficientAt({ coefficient, scale }: Decimal, greater: number): number {
  if (scale === greater) return coefficient;
  const raised = coefficient * powerOf(greater - scale);
  return isSmall(raised) ? raised : Number.NaN;
}

/** A quotient that ends where integers can follow it; undefined for others. */
function shortQuotient(dividend: Decimal, divisor: Decimal): Decimal | undefined {
  const { coefficient: by } = divisor;
  // Halves are the mids of quotes; other divisors that leave a remainder are rare.
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

/** The quotient of two integers, rounded to one; both within range, and not 0 / 0. */
function integerQuotient(dividend: number, divisor: number, mode: RoundingMode): number {
  const isNegative = isMinus(dividend) !== isMinus(divisor);
  const by = Math.abs(divisor);
  let whole = Math.floor(Math.abs(dividend) / by);
  let rest = Math.abs(dividend) - whole * by;
  // The float quotient of two safe integers is at most one step off; the remainder tells.
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

/** A coefficient of `scale` decimals as text with `digits`, which are not fewer. */
function plainDigits(coefficient: number, scale: number, digits: number): string {
  const text = String(coefficient).padStart(scale + 1, '0');
  if (digits === 0) return text;
  const cut = text.length - scale;
  const missing = digits - scale;
  const zeros = missing <= MOST_DECIMALS ? ZEROS.slice(0, missing) : '0'.repeat(missing);
  return `${text.slice(0, cut)}.${text.slice(cut)}${zeros}`;
}

/** The number of plain digits that fit; undefined for any other text. */
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

function widen({ coefficient, scale, wide }: Decimal): Wide {
  return wide ?? new Wide(coefficient).times(WIDE_POINTS[scale] as Wide);
}

/** As integers again where they fit. */
function narrow(wide: Wide): Decimal {
  const scale = wide.decimalPlaces();
  const fits = wide.isFinite() && scale <= FITTING_DIGITS && wide.precision() <= FITTING_DIGITS;
  const isWhole = fits && wide.e < FITTING_DIGITS;
  return isWhole
    ? new Decimal(wide.times(WIDE_POWERS[scale] as Wide).toNumber(), scale)
    : new Decimal(Number.NaN, 0, wide);
}
