import type { IChartApi, Logical } from 'lightweight-charts';
import { describe, expect, it } from 'vitest';
import type { Bar } from '../../../../src/dashboard/chart/drawing/bars.js';
import { xOf } from '../../../../src/dashboard/chart/drawing/time-places.js';

const HOUR = 3_600;
const OPENS = [0, 1, 2, 6, 7].map(hour => hour * HOUR);
const PRICES = { open: 1, high: 1, low: 1, close: 1 };
const bars = (): readonly Bar[] =>
  OPENS.map(time => ({ time, volume: 1, prices: { bid: PRICES, mid: PRICES, ask: PRICES } }));

/** As the library does it: a place that is no whole number is at the left edge. */
const SCALE = {
  timeToIndex: (time: number) => OPENS.indexOf(time),
  logicalToCoordinate: (at: Logical) => (Number.isInteger(at) ? 300 + at * 8 : 0),
};
const chart = { timeScale: () => SCALE } as unknown as IChartApi;
const at = (time: number) => xOf(chart, { bars, seconds: HOUR }, time);

describe('the place of an instant', () => {
  it('is that of its bar, and between two bars that of its part', () => {
    expect([at(0), at(HOUR), at(1.25 * HOUR)]).toEqual([300, 308, 310]);
  });

  it('is in a gap no farther than the next bar, and goes on before the first and after the last', () => {
    expect([at(4 * HOUR), at(-0.5 * HOUR), at(9.5 * HOUR)]).toEqual([324, 296, 352]);
  });
});
