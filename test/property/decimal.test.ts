import { Decimal as DecimalJs } from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Decimal,
  decimal,
  fixedDecimal,
  formatMoney,
  scaled,
} from '../../src/core/base/decimal.js';
import { convert } from '../../src/core/market/conversion.js';
import { runsOf } from '../support/random/nightly.js';

/** What the core's decimals have to equal, digit by digit. */
const Reference = DecimalJs.clone({
  precision: 60,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
const RUNS = runsOf(8_000);

/** Texts of all sizes: zeros of both signs, ties, money, prices, and more digits than integers hold. */
const text = fc.oneof(
  fc.constantFrom('0', '-0', '1', '2', '-2', '0.5', '-0.5', '0.00005', '-0.00005', '365', '1e3'),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }), fc.integer({ min: 0, max: 9 }))
    .map(([digits, decimals]) => plain(digits, decimals)),
  fc
    .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 25 }))
    .map(([digits, decimals]) => plain(digits, decimals)),
);

function plain(digits: bigint, decimals: number): string {
  const magnitude = String(digits < 0n ? -digits : digits).padStart(decimals + 1, '0');
  const cut = magnitude.length - decimals;
  const fraction = decimals === 0 ? '' : `.${magnitude.slice(cut)}`;
  return `${digits < 0n ? '-' : ''}${magnitude.slice(0, cut)}${fraction}`;
}

const OPERATIONS = ['plus', 'minus', 'times', 'div'] as const;
const MODES = {
  nearest: DecimalJs.ROUND_HALF_UP,
  floor: DecimalJs.ROUND_FLOOR,
  ceiling: DecimalJs.ROUND_CEIL,
} as const;
const mode = fc.constantFrom('nearest', 'floor', 'ceiling');
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom(...OPERATIONS), by: text }),
  fc.record({
    kind: mode,
    digits: fc.integer({ min: 0, max: 16 }),
  }),
  fc.record({ kind: fc.constantFrom('negated', 'abs') }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function take(value: Decimal, each: Step): Decimal {
  if ('by' in each) return value[each.kind](each.by);
  if ('digits' in each) return value.round(each.digits, each.kind);
  return value[each.kind]();
}

function reference(value: DecimalJs, each: Step): DecimalJs {
  if ('by' in each) return value[each.kind](each.by);
  if ('digits' in each) return value.toDecimalPlaces(each.digits, MODES[each.kind]);
  return value[each.kind]();
}

/** Everything that can be seen of a number. */
function faces(value: DecimalJs | Decimal, digits: number, other: string): unknown[] {
  return [
    value.toFixed(),
    value.toFixed(digits),
    value.toNumber(),
    value.isZero(),
    value.isNegative(),
    value.isPositive(),
    value.isInteger(),
    value.decimalPlaces(),
    value.eq(other),
    value.gt(other),
    value.gte(other),
    value.lt(other),
    value.lte(other),
    `${value}`,
  ];
}

it('every chain of operations gives what decimal.js gives at 60 digits, zeros with their sign', () => {
  fc.assert(
    fc.property(
      text,
      fc.array(step, { maxLength: 6 }),
      fc.integer({ min: 0, max: 16 }),
      text,
      (start, steps, digits, other) => {
        let value = decimal(start);
        let expected = new Reference(start);
        for (const each of steps) {
          if ('by' in each && each.kind === 'div' && new Reference(each.by).isZero()) continue;
          value = take(value, each);
          expected = reference(expected, each);
          expect(faces(value, digits, other)).toEqual(faces(expected, digits, other));
        }
      },
    ),
    { numRuns: RUNS },
  );
});

it('a quotient rounded at once is the quotient rounded after', () => {
  fc.assert(
    fc.property(
      text,
      text,
      fc.integer({ min: 0, max: 16 }),
      mode,
      (dividend, divisor, digits, as) => {
        fc.pre(!new Reference(divisor).isZero());
        const expected = new Reference(dividend).div(divisor).toDecimalPlaces(digits, MODES[as]);
        const value = decimal(dividend).divRound(divisor, digits, as);
        expect(value.toFixed()).toBe(expected.toFixed());
        expect(value.isNegative()).toBe(expected.isNegative());
      },
    ),
    { numRuns: RUNS },
  );
});

it('a coefficient and its decimals make the number that their digits spell', () => {
  const integer = fc.integer({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(integer, fc.integer({ min: 0, max: 20 }), (coefficient, decimals) => {
      const spelled = decimal(plain(BigInt(coefficient), decimals));
      expect(scaled(coefficient, decimals).toFixed()).toBe(spelled.toFixed());
    }),
  );
});

it('a kept Decimal of a text is the Decimal of that text, the first time and later', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 16 }), text, (fixed, digits, other) => {
      const expected = faces(decimal(fixed), digits, other);
      expect(faces(fixedDecimal(fixed), digits, other)).toEqual(expected);
      expect(faces(fixedDecimal(fixed), digits, other)).toEqual(expected);
    }),
    { numRuns: RUNS / 4 },
  );
});

it('an amount in another currency is numerator x amount / denominator, zero too', () => {
  const positive = text.map(each => decimal(each).abs()).filter(each => !each.isZero());
  fc.assert(
    fc.property(text, positive, positive, (amount, numerator, denominator) => {
      const expected = decimal(amount).times(numerator).div(denominator);
      const converted = convert(decimal(amount), { numerator, denominator });
      expect(converted.compare(expected)).toBe(0);
      expect(formatMoney(converted)).toBe(formatMoney(expected));
    }),
    { numRuns: RUNS / 4 },
  );
});
