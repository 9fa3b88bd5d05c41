import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal, scaled } from '../../src/core/base/decimal.js';
import {
  distanceOf,
  type LevelBasis,
  moneyOf,
  shownAs,
} from '../../src/dashboard/ticket/terms/levels.js';
import { orderTerms, type TypedTerms } from '../../src/dashboard/ticket/terms/order-terms.js';
import { isRisk } from '../../src/dashboard/ticket/terms/size.js';

/** Any instrument, any side, any home currency. */
const grounds: fc.Arbitrary<LevelBasis> = fc
  .record({
    isBuy: fc.boolean(),
    digits: fc.constantFrom(3, 5),
    points: fc.integer({ min: 50_000, max: 200_000 }),
    factor: fc.constantFrom('1', '0.006652', '1.26458', '0.85473'),
  })
  .map(({ isBuy, digits, points, factor }) => ({
    isBuy,
    digits,
    entry: scaled(points, digits),
    pip: scaled(1, digits - 1),
    loss: decimal(factor).times('1.005'),
    gain: decimal(factor).times('0.995'),
  }));
const stopPips = fc.integer({ min: 1, max: 5_000 }).map(tenths => scaled(tenths, 1).toFixed());
const NONE = { by: 'pips', text: '' } as const;

describe('a size by risk', () => {
  it('loses at the stop the risk, less than the loss of one step below it', () => {
    const sizes = fc.record({
      by: fc.constantFrom('percent' as const, 'money' as const),
      text: fc.integer({ min: 1, max: 5_000 }).map(hundredths => scaled(hundredths, 2).toFixed()),
    });
    const cases = [grounds, sizes, stopPips, fc.constantFrom(0, 1, 2)] as const;
    fc.assert(
      fc.property(...cases, (levels, size, pips, unitDigits) => {
        const nav = decimal('25123.4567');
        const typed: TypedTerms = { size, stop: { by: 'pips', text: pips }, profit: NONE };
        const ground = { levels, nav, unitDigits, priceDigits: levels.digits };
        const { units = '0', errors } = orderTerms(typed, ground);
        const risk = size.by === 'money' ? decimal(size.text) : nav.times(size.text).div(100);
        const stop = levels.pip.times(pips);
        const lossOf = (some: string) => moneyOf('stop', stop, levels, decimal(some));
        expect(lossOf(units).lte(risk)).toBe(true);
        const step = scaled(1, unitDigits).toFixed();
        expect(lossOf(decimal(units).plus(step).toFixed()).gt(risk)).toBe(true);
        expect(units === '0').toBe(errors.size !== undefined);
      }),
    );
  });
});

describe('a level in another unit', () => {
  it('is the same distance again, for price and pips; for money and R within a step of the price', () => {
    const kinds = fc.constantFrom('stop' as const, 'profit' as const);
    const units = fc.integer({ min: 1_000, max: 10_000_000 }).map(each => decimal(each));
    fc.assert(
      fc.property(
        grounds,
        kinds,
        units,
        fc.integer({ min: 1, max: 40_000 }),
        (ground, kind, size, far) => {
          const distance = scaled(far, ground.digits);
          const beside = { units: size, stop: scaled(200, ground.digits) };
          for (const by of ['price', 'pips', 'money', 'R'] as const) {
            const text = shownAs(by, kind, distance, { ...ground, ...beside }) ?? '';
            const again = distanceOf(kind, { by, text }, ground, beside);
            const off = again?.minus(distance).abs() ?? decimal(1);
            // What is shown is rounded: a cent of these units, or a hundredth of the stop.
            const cent = decimal('0.01').div(size.times(ground.gain));
            const slack = {
              price: '0',
              pips: '0',
              money: cent,
              R: decimal(beside.stop).times('0.01'),
            };
            const step = by === 'price' || by === 'pips' ? 0 : scaled(1, ground.digits);
            expect(off.lte(decimal(slack[by]).plus(step)), `${by} ${text}`).toBe(true);
          }
        },
      ),
    );
  });

  it('loses no more at a stop than the money that was typed, and gains no less at a profit', () => {
    const cents = fc.integer({ min: 100, max: 1_000_000 });
    const units = fc.integer({ min: 1_000, max: 1_000_000 }).map(each => decimal(each));
    fc.assert(
      fc.property(grounds, cents, units, (ground, cent, size) => {
        const text = scaled(cent, 2).toFixed();
        const far = (kind: 'stop' | 'profit') =>
          distanceOf(kind, { by: 'money', text }, ground, { units: size }) ?? decimal(-1);
        expect(moneyOf('stop', far('stop'), ground, size).lte(text)).toBe(true);
        expect(moneyOf('profit', far('profit'), ground, size).gte(text)).toBe(true);
      }),
    );
  });
});

describe('a size in another unit', () => {
  it('is the same size again in units and lots, and says its risk within a cent of it', () => {
    fc.assert(
      fc.property(
        grounds,
        stopPips,
        fc.integer({ min: 1, max: 9_000_000 }),
        (levels, pips, size) => {
          const ground = {
            levels,
            nav: decimal(50_000),
            unitDigits: 0,
            priceDigits: levels.digits,
          };
          const typed: TypedTerms = {
            size: { by: 'units', text: String(size) },
            stop: { by: 'pips', text: pips },
            profit: NONE,
          };
          const { inUnit } = orderTerms(typed, ground);
          for (const by of ['units', 'lots', 'percent', 'money'] as const) {
            const text = inUnit.size(by) ?? '';
            if (isRisk(by)) continue;
            const again = orderTerms({ ...typed, size: { by, text } }, ground);
            expect(again.units).toBe(String(size));
          }
          const risk = moneyOf('stop', levels.pip.times(pips), levels, decimal(size));
          expect(
            risk
              .minus(inUnit.size('money') ?? '0')
              .abs()
              .lte('0.005'),
          ).toBe(true);
        },
      ),
    );
  });
});
