import { describe, expect, it } from 'vitest';
import { formatRfc3339, MICROS_PER_DAY } from '../../../../../src/core/time/instant.js';
import type { AccountRun } from '../../../../../src/data/figures/account/account-run.js';
import {
  dailyReturns,
  dayEnds,
  monthlyReturns,
} from '../../../../../src/data/figures/account/daily.js';
import {
  deepestDrawdown,
  drawdowns,
  episodes,
} from '../../../../../src/data/figures/facts/drawdown.js';
import { figureValue, madeRun } from '../../../../support/figures/account-run.js';
import { at } from '../../../../support/market/fixtures.js';

const returnsOf = (run: AccountRun) =>
  dailyReturns(dayEnds(run)).map(({ fraction }) => Number(fraction.toFixed(6)));
const point = (time: string, NAV: string) => ({
  time: formatRfc3339(at(time)),
  balance: NAV,
  NAV,
  unrealizedPL: '0.0000',
  marginUsed: '0.0000',
});

describe('the days of an account', () => {
  const weekend = [
    point('2024-03-08T22:00:00Z', '10100.0000'),
    point('2024-03-09T22:00:00Z', '10100.0000'),
    // New York's clocks go forward on the 10th: 17:00 is 21:00 UTC from here on.
    point('2024-03-10T21:00:00Z', '10100.0000'),
    point('2024-03-11T21:00:00Z', '10201.0000'),
  ];
  const run = { ...madeRun({ from: '2024-03-08T12:00:00Z' }), equity: weekend };

  it('end at 17:00 New York from Monday to Friday, over the clock change', () => {
    const times = dayEnds(run).map(({ time }) => time.slice(0, 16));
    expect(times).toEqual(['2024-03-08T12:00', '2024-03-08T22:00', '2024-03-11T21:00']);
    expect(returnsOf(run)).toEqual([0.01, 0.01]);
  });

  it('take a run that ends at a weekend as ended on Friday, unless something changed', () => {
    const quiet = point('2024-03-09T12:00:00Z', '10100.0000');
    expect(returnsOf({ ...run, equity: [...weekend.slice(0, 1), quiet] })).toEqual([0.01]);
    const changed = point('2024-03-09T12:00:00Z', '10201.0000');
    expect(returnsOf({ ...run, equity: [...weekend.slice(0, 1), changed] })).toEqual([0.01, 0.01]);
  });

  it('count the end of the run as the end of a day, once', () => {
    const midday = point('2024-03-12T12:00:00Z', '10201.0000');
    expect(returnsOf({ ...run, equity: [...weekend, midday] })).toEqual([0.01, 0.01, 0]);
    const same = point('2024-03-11T21:00:00Z', '10201.0000');
    expect(returnsOf({ ...run, equity: [...weekend, same] })).toEqual([0.01, 0.01]);
  });

  it('are not moved by what is paid in or out', () => {
    const paid = madeRun({ navs: [10_100, 20_200, 15_202], payments: { 1: '9900', 2: '-5200' } });
    expect(returnsOf(paid)).toEqual([0.01, 0.01, 0.01]);
    expect(figureValue(paid, 'totalReturn')).toBe(0.030301);
    expect(figureValue(paid, 'netProfit')).toBe('502.0000');
    expect(figureValue(paid, 'paidIn')).toBe('4700.0000');
    expect(figureValue(paid, 'maxDrawdown')).toBe(0);
  });

  it('go on when more is paid out than there was in the morning', () => {
    // 10000 became 15000, of which 12000 went; then 10 % more each day.
    const paid = madeRun({ navs: [3000, 3300, 3630], payments: { 0: '-12000' } });
    expect(returnsOf(paid)).toEqual([0.5, 0.1, 0.1]);
    // All of it went, after a gain of a hundredth.
    const all = madeRun({ navs: [0, 0], payments: { 0: '-10100' } });
    expect(returnsOf(all)).toEqual([0.01]);
  });

  it('begin with the first money', () => {
    const late = madeRun({ opening: '0', navs: [0, 0, 1010], payments: { 2: '1000' } });
    expect(returnsOf(late)).toEqual([0.01]);
    expect(figureValue(madeRun({ opening: '0', navs: [0, 0] }), 'sharpe')).toBe(
      'null: no trading day',
    );
  });

  it('end with ruin: nothing is left to earn on', () => {
    const ruined = madeRun({ navs: [10_000, -2000, -2000, 500], payments: { 3: '2500' } });
    expect(returnsOf(ruined)).toEqual([0, -1.2]);
    expect(figureValue(ruined, 'totalReturn')).toBe(-1.2);
    expect(figureValue(ruined, 'maxDrawdown')).toBe(1.2);
    expect(figureValue(ruined, 'cagr')).toBe('null: everything was lost');
    expect(figureValue(ruined, 'netProfit')).toBe('-12000.0000');
  });

  it('are compounded by the month of New York in which they end', () => {
    // 2024-01-31T22:00Z ends a day of January, a run's end an hour later is in February's first.
    const months = { ...madeRun({ from: '2024-01-29T22:00:00Z' }) };
    const equity = [
      point('2024-01-30T22:00:00Z', '11000.0000'),
      point('2024-01-31T22:00:00Z', '12100.0000'),
      point('2024-01-31T23:00:00Z', '9680.0000'),
    ];
    const found = monthlyReturns(dailyReturns(dayEnds({ ...months, equity })));
    expect(found.map(month => ({ ...month, return: Number(month.return.toFixed(9)) }))).toEqual([
      { year: 2024, month: 1, return: 0.21 },
      { year: 2024, month: 2, return: -0.2 },
    ]);
  });
});

describe('drawdowns', () => {
  const run = madeRun({
    from: '2024-03-04T22:00:00Z',
    navs: [9000, 8000, 10_000, 12_000, 11_400, 11_700],
  });
  const opening = run.from;
  const points = drawdowns(opening, dailyReturns(dayEnds(run)));

  it('are measured from the highest so far, the opening included', () => {
    expect(points.map(({ fraction }) => Number(fraction.toFixed(6)))).toEqual([
      0, 0.1, 0.2, 0, 0, 0.05, 0.025,
    ]);
  });

  it('last until the high is reached again, or until the end', () => {
    const found = episodes(points).map(({ from, bottom, to, isOver, depth }) => ({
      days: Math.round((to - from) / MICROS_PER_DAY),
      bottomAfter: Math.round((bottom - from) / MICROS_PER_DAY),
      isOver,
      depth: Number(depth.toFixed(6)),
    }));
    expect(found).toEqual([
      { days: 3, bottomAfter: 2, isOver: true, depth: 0.2 },
      // Over a weekend: Friday's high to Tuesday.
      { days: 4, bottomAfter: 3, isOver: false, depth: 0.05 },
    ]);
    expect(figureValue(run, 'avgDrawdown')).toBe(0.125);
    expect(figureValue(run, 'maxRecovery')).toBe(1);
  });
});

it('the deepest drawdown is below the highest value before it', () => {
  expect(deepestDrawdown([100, 120, 90, 130, 110])).toBe(0.25);
  expect(deepestDrawdown([1, 2, 3])).toBe(0);
  expect(deepestDrawdown([0, -5, 10, -10])).toBe(2);
  expect(deepestDrawdown([])).toBe(0);
});
