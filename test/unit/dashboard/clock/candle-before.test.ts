import { describe, expect, it } from 'vitest';
import { candleBefore } from '../../../../src/dashboard/clock/candle-before.js';
import { nextSpeed, SPEEDS, speedText } from '../../../../src/dashboard/clock/speeds.js';

const FROM = '2024-03-04T00:00:00.000000000Z';

describe('a rewind by one candle', () => {
  it.each([
    ['2024-03-04T10:07:31.500000000Z', 'M5', '2024-03-04T10:05:00.000Z'],
    ['2024-03-04T10:05:00.000000000Z', 'M5', '2024-03-04T10:00:00.000Z'],
    ['2024-03-04T10:00:00.100000000Z', 'S5', '2024-03-04T10:00:00.000Z'],
    ['2024-03-04T10:20:00.000000000Z', 'H1', '2024-03-04T10:00:00.000Z'],
    ['2024-03-05T10:20:00.000000000Z', 'D', '2024-03-04T10:20:00.000Z'],
    ['2024-03-04T00:00:20.000000000Z', 'M1', FROM],
    ['2024-03-04T00:30:00.000000000Z', 'H4', FROM],
    ['2024-04-20T00:00:00.000000000Z', 'M', '2024-03-21T00:00:00.000Z'],
  ])('from %s of %s goes to %s', (now, granularity, to) => {
    expect(candleBefore(now, FROM, granularity)).toBe(to);
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
