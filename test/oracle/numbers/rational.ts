/**
 * Exact fractions over BigInt: the oracle's only numbers for prices, units and money.
 * Knows nothing of currencies. Invariant: the denominator is positive; nothing is rounded unless
 * a rounding method is called.
 */

/** Denominators longer than this are reduced; below it a common divisor costs more than it saves. */
const LONG = 10n ** 50n;

const POWERS: bigint[] = [1n];

function power(places: number): bigint {
  for (let next = POWERS.length; next <= places; next++) POWERS.push(10n ** BigInt(next));
  return POWERS[places] as bigint;
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** An exact fraction. */
export class Rational {
  readonly n: bigint;
  readonly d: bigint;

  /** @throws Error when the denominator is zero. */
  constructor(n: bigint, d: bigint) {
    if (d === 0n) throw new Error('division by zero');
    const [above, below] = d < 0n ? [-n, -d] : [n, d];
    const common = below > LONG ? gcd(above, below) : 1n;
    this.n = common === 1n ? above : above / common;
    this.d = common === 1n ? below : below / common;
  }

  plus(other: Rational): Rational {
    if (this.d === other.d) return new Rational(this.n + other.n, this.d);
    return new Rational(this.n * other.d + other.n * this.d, this.d * other.d);
  }

  minus(other: Rational): Rational {
    return this.plus(other.negated());
  }

  times(other: Rational): Rational {
    return new Rational(this.n * other.n, this.d * other.d);
  }

  over(other: Rational): Rational {
    return new Rational(this.n * other.d, this.d * other.n);
  }

  negated(): Rational {
    return new Rational(-this.n, this.d);
  }

  abs(): Rational {
    return this.n < 0n ? this.negated() : this;
  }

  /** -1, 0 or 1. */
  get sign(): number {
    return this.n < 0n ? -1 : this.n > 0n ? 1 : 0;
  }

  /** Negative when this is less than the other, zero when equal. */
  compare(other: Rational): number {
    const [a, b] = this.d === other.d ? [this.n, other.n] : [this.n * other.d, other.n * this.d];
    return a < b ? -1 : a > b ? 1 : 0;
  }

  lessThan(other: Rational): boolean {
    return this.compare(other) < 0;
  }

  moreThan(other: Rational): boolean {
    return this.compare(other) > 0;
  }

  equals(other: Rational): boolean {
    return this.compare(other) === 0;
  }

  /** Nearest multiple of 10^-places, ties away from zero. */
  nearest(places: number): Rational {
    const scaled = 2n * (this.n < 0n ? -this.n : this.n) * power(places) + this.d;
    const whole = scaled / (2n * this.d);
    return new Rational(this.n < 0n ? -whole : whole, power(places));
  }

  /** Largest multiple of 10^-places that is not above this. */
  down(places: number): Rational {
    const scaled = this.n * power(places);
    const whole = scaled / this.d;
    return new Rational(scaled % this.d < 0n ? whole - 1n : whole, power(places));
  }

  /** Smallest multiple of 10^-places that is not below this. */
  up(places: number): Rational {
    return this.negated().down(places).negated();
  }

  /** Decimal text with exactly `places` decimals, nearest, ties away; zero has no sign. */
  fixed(places: number): string {
    const { n } = this.nearest(places).scaledTo(places);
    const digits = (n < 0n ? -n : n).toString().padStart(places + 1, '0');
    const cut = digits.length - places;
    const text = places === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
    return n < 0n ? `-${text}` : text;
  }

  /** Decimal text with at most `places` decimals and no trailing zeros. */
  trimmed(places: number): string {
    const text = this.fixed(places);
    return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  }

  /** True when this is a multiple of 10^-places. */
  fits(places: number): boolean {
    return this.nearest(places).equals(this);
  }

  private scaledTo(places: number): Rational {
    return { n: (this.n * power(places)) / this.d, d: power(places) } as Rational;
  }
}

/** `count` points of 10^-places. */
export function points(count: number, places: number): Rational {
  return new Rational(BigInt(count), power(places));
}

/** The value of a plain decimal text. @throws Error unless it is one. */
export function decimal(text: string): Rational {
  if (!/^-?\d+(\.\d+)?$/.test(text)) throw new Error(`not a decimal: ${text}`);
  const dot = text.indexOf('.');
  if (dot < 0) return new Rational(BigInt(text), 1n);
  const places = text.length - dot - 1;
  return new Rational(BigInt(text.replace('.', '')), power(places));
}

/** A whole number. */
export function whole(value: number): Rational {
  return new Rational(BigInt(value), 1n);
}

export const ZERO = whole(0);
export const ONE = whole(1);
export const TWO = whole(2);

/** Sum of any number of fractions. */
export function sum(values: readonly Rational[]): Rational {
  return values.reduce((total, value) => total.plus(value), ZERO);
}

/** The larger of two. */
export function larger(a: Rational, b: Rational): Rational {
  return a.lessThan(b) ? b : a;
}

/** The smaller of two. */
export function smaller(a: Rational, b: Rational): Rational {
  return a.lessThan(b) ? a : b;
}

/** Account money: 4 decimals, nearest, ties away from zero (semantics 5.8). */
export function money(value: Rational): Rational {
  return value.nearest(4);
}
