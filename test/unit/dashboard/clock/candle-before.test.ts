import { describe, expect, it } from 'vitest';
import { candleBefore } from '../../../../src/dashboard/clock/candle-before.js';
import { nextSpeed, SPEEDS, speedText } from '../../../../src/dashboard/clock/speeds.js';

const FROM = '2024-03-04T00:00:00.000000000Z';

describe('a rewind by one candle', () => {
  const candles = ['2024-03-03T22:00:00.000000000Z', '2024-03-04T02:00:00.000000000Z'].map(
    time => ({
      time,
    }),
  );

  it.each([
    ['2024-03-04T05:07:31.500000000Z', '2024-03-04T02:00:00.000000000Z'],
    ['2024-03-04T02:00:00.000000000Z', FROM],
    ['2024-03-04T00:30:00.000000000Z', FROM],
  ])('from %s goes to %s', (now, to) => {
    expect(candleBefore(candles, now, FROM)).toBe(to);
  });

  it('goes to the beginning of the window when there was no candle', () => {
    expect(candleBefore([], '2024-03-04T05:00:00.000000000Z', FROM)).toBe(FROM);
  });
});

describe('the speeds', () => {
  it('go up and down the list, and stay at its ends', () => {
    expect(nextSpeed(60, 1)).toBe(300);
    expect(nextSpeed(60, -1)).toBe(15);
    expect(nextSpeed(1, -1)).toBe(1);
    expect(nextSpeed('max', 1)).toBe('max');
    expect(nextSpeed('max', -1)).toBe(86_400);
  });

  it('lead from a speed that is not in the list to its neighbours', () => {
    expect(nextSpeed(100, 1)).toBe(300);
    expect(nextSpeed(100, -1)).toBe(60);
    expect(nextSpeed(1e6, 1)).toBe('max');
  });

  it('each have words of their own', () => {
    expect(new Set(SPEEDS.map(speedText)).size).toBe(SPEEDS.length);
    expect(speedText(7)).toBe('×7');
  });
});
