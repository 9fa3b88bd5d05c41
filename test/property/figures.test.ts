import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Facts } from '../../src/data/figures/facts/facts.js';
import { accountReport } from '../../src/data/figures/report/report.js';
import { madeRun } from '../support/figures/account-run.js';

/** Money as the ledger writes it, from nothing to ruin and riches. */
const money = fc.oneof(
  fc.constant('0'),
  fc.constant('10000'),
  fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(value => (value / 10_000).toFixed(4)),
  fc.integer({ min: -1e15, max: 1e15 }).map(value => value.toFixed(4)),
  fc.constant('0.0001'),
);
const series = fc.oneof(
  fc.array(money, { maxLength: 40 }),
  fc.tuple(money, fc.integer({ min: 0, max: 40 })).map(([nav, count]) => Array(count).fill(nav)),
);
const trade = fc.record({
  pl: money,
  financing: money,
  units: fc.constantFrom('1000', '-1000'),
  closePrice: fc.constantFrom('1.09000', '1.10000', '1.20000'),
});
const made = fc.record({
  opening: fc.oneof(money, fc.constant('10000')),
  navs: series,
  payments: fc.dictionary(fc.integer({ min: 0, max: 39 }).map(String), money, { maxKeys: 3 }),
  trades: fc.array(trade, { maxLength: 20 }),
});

/** Every number in a value, however deep. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(numbersIn);
}

describe('figures of any run', () => {
  it('are finite numbers, exact money, or nothing with a reason', () => {
    fc.assert(
      fc.property(made, each => {
        const report = accountReport(new Facts(madeRun(each)));
        for (const { name, value, reason, unit, formula, source } of report.figures) {
          expect(
            [formula, source].every(text => text !== undefined && text !== ''),
            name,
          ).toBe(true);
          if (value === null) expect(reason, name).toMatch(/\S/);
          else expect(reason, name).toBeUndefined();
          if (typeof value === 'string')
            expect([unit, /^-?\d+\.\d{4}$/.test(value)]).toEqual(['money', true]);
          if (typeof value === 'number') expect(unit, name).not.toBe('money');
        }
        expect(
          numbersIn(report).filter(value => !Number.isFinite(value) || Object.is(value, -0)),
        ).toEqual([]);
        expect(JSON.stringify(accountReport(new Facts(madeRun(each))))).toBe(
          JSON.stringify(report),
        );
      }),
    );
  });
});
