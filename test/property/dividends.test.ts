import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimal, formatMoney, sum } from '../../src/core/base/decimal.js';
import type { DividendAdjustmentBody } from '../../src/core/ledger/transaction.js';
import { dateText, daysFromCivil } from '../../src/core/time/instant.js';
import { account, at, pair } from '../support/market/fixtures.js';
import { Sim } from '../support/market/sim.js';

const RUNS = Number(process.env['ORRERY_RUNS'] ?? 8);
/** Friday 2024-03-01. The clock of New York changes on the 10th. */
const FIRST = daysFromCivil(2024, 3, 1);
const DAYS = 25;
const HOURS = DAYS * 24;

/** The UTC instant at which an ex-day begins: 17:00 New York of the day before. */
function beginOf(exDate: number): string {
  const isSummer = exDate - 1 >= daysFromCivil(2024, 3, 10);
  return `${dateText(exDate - 1)}T${isSummer ? '21' : '22'}:00:00.000000000Z`;
}

it('dividends come at each ex-day after the opening, whether time passes at once or by ticks', () => {
  const days = fc.uniqueArray(fc.integer({ min: 0, max: DAYS + 3 }), { maxLength: 9 });
  const amounts = fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 9, maxLength: 9 });
  const units = fc.integer({ min: -500, max: 500 }).filter(each => each !== 0);
  fc.assert(
    fc.property(days, amounts, units, (dates, points, held) => {
      const dividends = dates
        .sort((a, b) => a - b)
        .map((day, index) => ({
          exDate: FIRST + day,
          amount: decimal(points[index] ?? 1)
            .div(1_000)
            .toFixed(),
        }));
      const adjusted = (step: number) => {
        const sim = new Sim({
          instruments: [pair('EUR_USD', { dividends })],
          accounts: [account({ balance: '1000000', financing: 'NO_FINANCING' })],
          from: '2024-03-01T12:00:00Z',
        });
        sim.quote('EUR_USD', '1.09990', '1.10010', { seconds: 0 });
        sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: String(held) });
        for (let hour = step; hour < HOURS; hour += step) {
          sim.quote('EUR_USD', '1.09990', '1.10010', { seconds: step * 3_600 });
        }
        sim.waitUntil('2024-03-25T21:00:00Z');
        expect(sim.faults()).toEqual([]);
        const written = sim.engine.ledger.slice();
        return written.filter(({ type }) => type === 'DIVIDEND_ADJUSTMENT');
      };
      const atOnce = adjusted(HOURS);
      expect(adjusted(7)).toEqual(atOnce);
      const due = dividends.filter(({ exDate }) => {
        const time = at(beginOf(exDate));
        return time > at('2024-03-01T12:00:00Z') && time <= at('2024-03-25T21:00:00Z');
      });
      expect(atOnce.map(({ time }) => time)).toEqual(due.map(({ exDate }) => beginOf(exDate)));
      const paid = atOnce.map(each => (each as DividendAdjustmentBody).dividendAdjustment);
      const slowly = sum(due.map(({ amount }) => decimal(amount).times(held)));
      expect(formatMoney(sum(paid.map(decimal)))).toBe(formatMoney(slowly));
    }),
    { numRuns: RUNS },
  );
});
