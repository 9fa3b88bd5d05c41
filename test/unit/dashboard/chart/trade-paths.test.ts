import { expect, it } from 'vitest';
import type { Bar, Ohlc } from '../../../../src/dashboard/chart/drawing/bars.js';
import { tradePaths, trailPath } from '../../../../src/dashboard/chart/drawing/trade-paths.js';
import type { Order } from '../../../../src/dashboard/wire/types.js';

/** The ways of trades and of trailing stops over the candles. */

/** A candle of each minute, which goes from `low` to `high`. */
function bar(minute: number, low: number, high: number): Bar {
  const prices: Ohlc = { open: low, high, low, close: high };
  return { time: minute * 60, prices: { bid: prices, mid: prices, ask: prices }, volume: 1 };
}

function fill(id: string, minute: number, part: object) {
  const time = new Date(minute * 60_000 + 5_000).toISOString();
  return { id, time, type: 'ORDER_FILL', accountID: 'a', instrument: 'EUR_USD', ...part };
}

const BARS = [bar(0, 10, 12), bar(1, 11, 15), bar(2, 12, 13), bar(3, 14, 17)];

it('leads from the opening of a trade to each of its closings', () => {
  const close = { tradeID: '2', price: '12', realizedPL: '-3' };
  const paths = tradePaths(
    [
      fill('2', 0, { tradeOpened: { tradeID: '2', price: '11' } }),
      fill('3', 1, { tradeReduced: { ...close, price: '15', realizedPL: '4' } }),
      fill('4', 2, { tradesClosed: [close, { ...close, tradeID: 'unknown' }] }),
    ],
    BARS,
    'EUR_USD',
  );
  const opening = { time: 0, price: 11 };
  expect(paths).toEqual([
    { kind: 'gain', points: [opening, { time: 60, price: 15 }] },
    { kind: 'loss', points: [opening, { time: 120, price: 12 }] },
  ]);
});

it('leaves out trades of another instrument', () => {
  const opened = fill('2', 0, { tradeOpened: { tradeID: '2', price: '11' } });
  const closed = fill('3', 1, { tradesClosed: [{ tradeID: '2', price: '9', realizedPL: '1' }] });
  expect(tradePaths([opened, closed], BARS, 'USD_JPY')).toEqual([]);
});

const TRAILING: Order = {
  id: '3',
  type: 'TRAILING_STOP_LOSS',
  state: 'PENDING',
  createTime: '1970-01-01T00:00:20Z',
  distance: '2',
};

it('steps a trailing stop of a long trade up with the best bid, never beyond where it is', () => {
  const path = trailPath({ ...TRAILING, trailingStopValue: '14' }, BARS, true);
  expect(path?.points.map(({ price }) => price)).toEqual([10, 10, 13, 13, 13, 14]);
});

it('steps one of a short trade down with the lowest ask', () => {
  const falling = BARS.toReversed().map((bar, index) => ({ ...bar, time: index * 60 }));
  const path = trailPath({ ...TRAILING, trailingStopValue: '12' }, falling, false);
  expect(path?.points.map(({ price }) => price)).toEqual([16, 16, 14, 14, 13, 13, 12]);
});

it('draws nothing of an order that does not trail', () => {
  expect(trailPath(TRAILING, BARS, true)).toBeUndefined();
});
