import { describe, expect, it } from 'vitest';
import type { TradeMark } from '../../../../src/report/page/page-data.js';
import {
  bucketsOf,
  TradesInView,
  tradesBetween,
} from '../../../../src/report/page/trades-in-view.js';

function trade(id: string, open: number, close: number, result: -1 | 0 | 1): TradeMark {
  const marks = { open: [open, 1.1], closes: [[close, 1.2]], brackets: [] } as const;
  return { id, anchor: id, text: '', isLong: true, result, ...marks };
}

const TRADES = [
  trade('1', 0, 4, 1),
  trade('2', 5, 9, -1),
  trade('3', 9, 9, 0),
  trade('4', 8, 19, 1),
];

describe('the trades in view', () => {
  it('are those of which a part lies between the candles', () => {
    const ids = (from: number, to: number) => tradesBetween(TRADES, from, to).map(({ id }) => id);
    expect(ids(0, 4)).toEqual(['1']);
    expect(ids(4, 8)).toEqual(['1', '2', '4']);
    expect(ids(10, 30)).toEqual(['4']);
    expect(ids(20, 30)).toEqual([]);
  });

  it('are counted where they closed: won, lost, and neither when they came to nothing', () => {
    expect(bucketsOf(TRADES, [0, 20], 2)).toEqual([
      { from: 0, to: 10, won: 1, lost: 1 },
      { from: 10, to: 20, won: 1, lost: 0 },
    ]);
    expect(bucketsOf(TRADES, [5, 10], 1)).toEqual([{ from: 5, to: 10, won: 0, lost: 1 }]);
  });

  it('are crowded when each has little of the width', () => {
    const seen = new TradesInView(TRADES);
    expect(seen.isCrowded({ from: 0, to: 20 }, 72)).toBe(false);
    expect(seen.isCrowded({ from: 0, to: 20 }, 71)).toBe(true);
    expect(seen.isCrowded({ from: 20, to: 30 }, 1)).toBe(false);
  });

  it('are looked for once, however many drawings of a frame ask', () => {
    const seen = new TradesInView(TRADES);
    expect(seen.between(4, 8)).toBe(seen.between(4, 8));
    expect(seen.between(4, 8)).toEqual(tradesBetween(TRADES, 4, 8));
    expect(seen.between(20, 30)).toEqual([]);
  });
});
