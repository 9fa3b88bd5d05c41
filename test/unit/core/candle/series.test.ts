import { expect, it } from 'vitest';
import { CandleSeries } from '../../../../src/core/candle/series.js';
import { residentWindows, type TickWindow } from '../../../../src/core/market/tick.js';

/** A window of three rows, which stand for so many prices each. */
function rows(first: number, prices?: readonly number[]): TickWindow {
  const [window] = residentWindows({
    length: 3,
    time: Float64Array.from([first, first + 1, first + 2]),
    bid: Int32Array.from([100, 101, 102]),
    ask: Int32Array.from([110, 111, 112]),
    ...(prices !== undefined && { prices: Uint32Array.from(prices) }),
  });
  return window as TickWindow;
}

it('the volume of rows is that of their own windows, whatever comes before and after', () => {
  const series = new CandleSeries();
  const volumes = [5, 7, 11, 1, 1, 1, 2, 3, 4];
  series.append(rows(0, volumes.slice(0, 3)), 0, 3);
  series.append(rows(3), 0, 3);
  const last = rows(6, volumes.slice(6));
  series.append(last, 0, 2);
  series.append(last, 2, 3);
  for (let from = 0; from < volumes.length; from++) {
    for (let to = from + 1; to <= volumes.length; to++) {
      const sum = volumes.slice(from, to).reduce((total, each) => total + each, 0);
      expect(series.volumeOf(from, to), `${from} to ${to}`).toBe(sum);
    }
  }
});
