import { expect, it } from 'vitest';
import { DEFAULT_ALIGNMENT } from '../../../../src/core/candle/alignment.js';
import { queryCandles } from '../../../../src/core/candle/query.js';
import { CandleSeries } from '../../../../src/core/candle/series.js';
import { residentWindows, type TickWindow } from '../../../../src/core/market/tick.js';
import { instant } from '../../../../src/core/time/instant.js';

const SECOND = 1_000_000;
const CANDLES = 700;

/** The seconds at which the candles of a request begin, of 700 ticks that are 5 s apart. */
function asked(range: { readonly from?: number; readonly to?: number; readonly count?: number }) {
  const [window] = residentWindows({
    length: CANDLES,
    time: Float64Array.from({ length: CANDLES }, (_, at) => at * 5 * SECOND),
    bid: new Int32Array(CANDLES).fill(100),
    ask: new Int32Array(CANDLES).fill(110),
  });
  const series = new CandleSeries();
  series.append(window as TickWindow, 0, CANDLES);
  const { from, to, count } = range;
  const request = {
    granularity: 'S5',
    alignment: DEFAULT_ALIGNMENT,
    includeFirst: true,
    smooth: false,
    ...(from !== undefined && { from: instant(from * SECOND) }),
    ...(to !== undefined && { to: instant(to * SECOND) }),
    ...(count !== undefined && { count }),
  } as const;
  const found = queryCandles(series, request, instant(CANDLES * 5 * SECOND));
  return found.map(({ time }) => time / SECOND);
}

const starts = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => (first + at) * 5);

it('a request without a number of candles means 500, or all of a range', () => {
  expect(asked({})).toEqual(starts(200, 500));
  expect(asked({ to: 3_000 })).toEqual(starts(100, 500));
  expect(asked({ from: 50 })).toEqual(starts(10, 500));
  expect(asked({ from: 50, to: 3_400 })).toEqual(starts(10, 670));
  expect(asked({ from: 52, to: 52 })).toEqual([]);
});
