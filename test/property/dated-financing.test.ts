import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Decimal,
  decimal,
  formatFixed,
  formatMoney,
  ZERO,
} from '../../src/core/base/decimal.js';
import type { DailyFinancingBody } from '../../src/core/ledger/transaction.js';
import { movedDays, weekOf } from '../../src/core/market/value-dates.js';
import { daysFromCivil } from '../../src/core/time/instant.js';
import { account, pair } from '../support/market/fixtures.js';
import { Sim } from '../support/market/sim.js';

const RUNS = Number(process.env['ORRERY_RUNS'] ?? 8);
/** Friday 2024-03-01. The clock of New York changes on the 10th. */
const FIRST = daysFromCivil(2024, 3, 1);
const DAYS = 25;
const rate = fc.integer({ min: -900, max: 900 }).map(n => String(n / 10_000));

/** The sum that a slow calculation gives, one day after the other, in base currency. */
function slowly(
  rates: readonly { readonly from: number; readonly longRate: string }[],
  holidays: ReadonlySet<number>,
): Decimal {
  const isOpen = (day: number) => day % 7 !== 2 && day % 7 !== 3;
  const delivered = (day: number) => {
    let date = day;
    for (let left = 2; left > 0; ) if (isOpen(++date) && !holidays.has(date)) left -= 1;
    return date;
  };
  let total: Decimal = ZERO;
  for (let day = FIRST; day < FIRST + DAYS; day++) {
    if (!isOpen(day)) continue;
    let next = day + 1;
    while (!isOpen(next)) next += 1;
    const { longRate } = rates.filter(({ from }) => from <= day).at(-1) ?? { longRate: '0' };
    const amount = decimal(100_000)
      .times(longRate)
      .times(delivered(next) - delivered(day));
    total = total.plus(formatMoney(amount.div(365)));
  }
  return total;
}

it('financing over a window is the sum of its days, whether time passes at once or by ticks', () => {
  const changes = fc.uniqueArray(fc.integer({ min: 1, max: DAYS }), { maxLength: 6 });
  const holidays = fc.uniqueArray(fc.integer({ min: 1, max: DAYS + 5 }), { maxLength: 4 });
  fc.assert(
    fc.property(
      changes,
      holidays,
      fc.array(rate, { minLength: 7, maxLength: 7 }),
      (dates, off, all) => {
        const closed = new Set(off.map(day => FIRST + day));
        const datedRates = [0, ...dates.sort((a, b) => a - b)].map((day, at) => {
          return { from: FIRST + day, longRate: all[at] ?? '0', shortRate: '0' };
        });
        const instrument = pair('EUR_USD', {
          datedRates,
          movedDays: movedDays(2, closed),
          financing: { longRate: '9', shortRate: '9', financingDaysOfWeek: weekOf(2) },
        });
        // In the base currency of the pair, so that no price has a part in it.
        const home = account({ currency: 'EUR', balance: '1000000' });
        const charged = (step: number) => {
          const sim = new Sim({
            instruments: [instrument],
            accounts: [home],
            from: '2024-03-01T12:00:00Z',
          });
          sim.quote('EUR_USD', '1.09990', '1.10010', { seconds: 0 });
          sim.order({ type: 'MARKET', instrument: 'EUR_USD', units: '100000' });
          for (let hour = step; hour < DAYS * 24; hour += step) {
            sim.quote('EUR_USD', '1.09990', '1.10010', { seconds: step * 3_600 });
          }
          sim.waitUntil('2024-03-25T21:00:00Z');
          const found = sim.engine.ledger.slice().filter(({ type }) => type === 'DAILY_FINANCING');
          return found.map(each => (each as DailyFinancingBody).financing);
        };
        const atOnce = charged(DAYS * 24);
        expect(charged(5)).toEqual(atOnce);
        const sum = atOnce.reduce<Decimal>((total, each) => total.plus(each), ZERO);
        expect(formatFixed(sum, 4)).toBe(formatFixed(slowly(datedRates, closed), 4));
      },
    ),
    { numRuns: RUNS },
  );
});
