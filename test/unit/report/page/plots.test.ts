import { describe, expect, it } from 'vitest';
import type { Theme } from '../../../../src/report/look/theme.js';
import { spanAfter } from '../../../../src/report/look/zoom-keys.js';
import { aboveZero, LOG_AXIS, LOG_SCALE } from '../../../../src/report/page/log-scale.js';
import type { AccountData } from '../../../../src/report/page/page-data.js';
import { plotsOf } from '../../../../src/report/page/plots.js';

const theme = { loss: '#c0392b', gain: '#0f7b5f', accent: '#2459c4' } as Theme;
const empty = { time: [], result: [], trade: [], anchor: [], of: 0 };

const account: AccountData = {
  id: '1',
  currency: 'USD',
  time: [1, 2, 3, 4],
  NAV: [100, 80, null, 0],
  balance: [100, 100, 100, 0],
  drawdown: [0, -20, null, -100],
  isByTick: true,
  marginUsed: [0, 2, null, 0],
  positions: [{ instrument: 'EUR_USD', units: [0, 10, 10, 0] }],
  results: empty,
};

describe('the plots of an account', () => {
  it('shade from the highest NAV so far to NAV, as far as it can be told', () => {
    const [equity] = plotsOf(account, theme);
    const { above = 0, below = 0 } = equity?.shaded ?? {};
    // 80 is 20 % below 100; what 0 is 100 % below cannot be told.
    expect(equity?.curves[above]?.values).toEqual([100, 100, null, null]);
    expect(equity?.curves[below]?.values).toEqual([100, 80, null, 0]);
  });

  it('leave out what nothing is known of', () => {
    const titles = (data: AccountData) => plotsOf(data, theme).map(({ title }) => title);
    expect(titles(account)).toEqual([
      'NAV and balance, USD',
      'Drawdown by the tick, %',
      'Position, units',
      'Margin used, USD',
    ]);
    const results = { ...empty, time: [2, 3], result: [5, -4], trade: ['7', '9'], of: 2 };
    const sharpe = { window: 63, value: [null, null, null, 1.25] };
    expect(titles({ ...account, isByTick: false, results, sharpe })).toEqual([
      'NAV and balance, USD',
      'Drawdown at the ends of days, %',
      'Results of single trades, USD',
      'Sharpe ratio of the last 63 trading days, annualised',
      'Position, units',
      'Margin used, USD',
    ]);
  });

  it('colour dots by what they won and lost, and say how many of them there are', () => {
    const results = {
      time: [1, 2, 3],
      result: [5, -4, 0],
      trade: ['7', '9', '11'],
      anchor: ['a', 'b', 'c'],
      of: 30_000,
    };
    const plot = plotsOf({ ...account, results }, theme).find(({ title }) => /Results/.test(title));
    expect(plot?.title).toBe(
      'Results of single trades, USD; 3 of 30\u202f000, the best and the worst of each group',
    );
    expect(plot?.curves.map(({ label, values }) => [label, values])).toEqual([
      ['Won', [5, null, null]],
      ['Lost', [null, -4, null]],
      ['Even', [null, null, 0]],
    ]);
    expect(plot?.curves[1]?.more?.(1)).toBe(' (trade 9)');
  });
});

describe('the logarithmic scale', () => {
  const chart = undefined as never;
  const { range } = LOG_SCALE as { range: (...args: unknown[]) => [number, number] };
  const splits = LOG_AXIS.splits as (...args: unknown[]) => number[];

  it('leaves room in equal ratios, and has nothing at or below zero', () => {
    const [lowest, highest] = range(chart, 100, 400, 'y');
    expect(lowest * highest).toBeCloseTo(100 * 400, 6);
    expect(lowest).toBeGreaterThan(90);
    expect(range(chart, 100, 100, 'y')[0]).toBeLessThan(100);
    expect(range(chart, null, null, 'y')).toEqual([null, null]);
    expect(aboveZero([1, 0, -1, null])).toEqual([1, null, null, null]);
  });

  it('shows round numbers, and over powers of ten 1, 2 and 5 of each', () => {
    expect(splits(chart, 1, 9871, 10_049, 50, 40)).toEqual([9900, 9950, 10_000]);
    expect(splits(chart, 1, 90, 2100, 500, 40)).toEqual([100, 200, 500, 1000, 2000]);
  });
});

describe('charts by the keys', () => {
  it.each([
    ['ArrowRight', 44, 64],
    ['ArrowLeft', 36, 56],
    ['+', 43, 57],
    ['0', 0, 100],
    ['Home', 0, 100],
  ])('%s from 40 to 60 of 100 shows %d to %d', (key, from, to) => {
    const [first = 0, last = 0] = spanAfter(key, [40, 60], [0, 100]) ?? [];
    expect(first).toBeCloseTo(from, 9);
    expect(last).toBeCloseTo(to, 9);
  });

  it('that mean nothing do nothing', () => {
    expect(spanAfter('x', [40, 60], [0, 100])).toBeUndefined();
  });

  it('never leave what there is', () => {
    expect(spanAfter('ArrowLeft', [5, 25], [0, 100])).toEqual([1, 21]);
    expect(spanAfter('ArrowLeft', [1, 21], [0, 100])).toEqual([0, 20]);
    expect(spanAfter('-', [10, 95], [0, 100])).toEqual([0, 100]);
  });
});
