import { expect, it } from 'vitest';
import type { Candle } from '../../../../src/core/candle/candle.js';
import { CANDLES_MAX, CandleColumns } from '../../../../src/core/candle/candle-columns.js';

/** A candle whose time and prices are its number. */
function candle(number: number): Candle {
  const side = (more: number) => ({
    o: number + more,
    h: number + more + 2,
    l: number + more - 2,
    c: number + more + 1,
  });
  return { time: number, volume: number + 5, bid: side(10), mid: side(15), ask: side(20) };
}

it('columns have the latest candles, however many there were, and a reading stays as it was', () => {
  const columns = new CandleColumns(1);
  const early = 300;
  for (let number = 1; number <= early; number++) columns.append(candle(number));
  const reading = columns.last(2, 'ask');
  for (let number = early + 1; number <= 3 * CANDLES_MAX; number++) columns.append(candle(number));
  const numbers = Array.from({ length: CANDLES_MAX }, (_, at) => 2 * CANDLES_MAX + 1 + at);
  const last = columns.last(CANDLES_MAX, 'bid');
  expect([columns.lastTime, last.length]).toEqual([3 * CANDLES_MAX, CANDLES_MAX]);
  expect([...last.column('time')]).toEqual(numbers);
  expect([...last.column('volume')]).toEqual(numbers.map(number => number + 5));
  expect([...last.prices('low')]).toEqual(numbers.map(number => (number + 8) / 10));
  expect(last.texts('open')[0]).toBe('1001.1');
  expect([...reading.column('time')]).toEqual([early - 1, early]);
  expect([...reading.prices('close')]).toEqual([32, 32.1]);
});

it('columns grow before their first candle, too', () => {
  const columns = new CandleColumns(0);
  for (let number = 400; number <= 700; number++) columns.append(candle(number));
  columns.prepend(Array.from({ length: 399 }, (_, at) => candle(1 + at)));
  columns.prepend([]);
  columns.append(candle(701));
  const all = Array.from({ length: 701 }, (_, at) => 1 + at);
  expect([columns.firstTime, columns.lastTime, columns.length]).toEqual([1, 701, 701]);
  expect([...columns.last(1_000, 'mid').column('time')]).toEqual(all);
  expect([...columns.last(1_000, 'mid').prices('high')]).toEqual(all.map(number => number + 17));
});
