import { describe, expect, it } from 'vitest';
import {
  disturbedWindow,
  heardWindow,
  type TickChange,
} from '../../../../src/core/feed/disturbed-ticks.js';
import { residentWindows, type TickWindow } from '../../../../src/core/market/tick.js';
import { instant } from '../../../../src/core/time/instant.js';

/** A bar at 0, 1, 2 and 3, and the next at 4 to 7. */
const [bars] = residentWindows({
  length: 8,
  time: Float64Array.of(0, 1, 2, 3, 4, 5, 6, 7),
  bid: new Int32Array(8).fill(100),
  ask: new Int32Array(8).fill(110),
  leg: Uint8Array.of(0, 1, 1, 1, 0, 1, 1, 1),
}) as [TickWindow];

const legs = (change: Partial<TickChange>, from: number, to: number) => [
  ...(disturbedWindow(bars, [{ from: instant(from), to: instant(to), ...change }]).columns().leg ??
    []),
];

describe('the legs of disturbed bars', () => {
  it('are jumps where a gap begins and where it ends', () => {
    expect(legs({ gap: 50 }, 2, 6)).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
    expect(legs({ gap: 50 }, 5, 100)).toEqual([0, 1, 1, 1, 0, 0, 1, 1]);
  });

  it('stay with a wider spread and with little volume', () => {
    expect(legs({ spread: 3, widen: 2_000, liquidity: 1 }, 2, 6)).toEqual([0, 1, 1, 1, 0, 1, 1, 1]);
  });
});

describe('a quiet market', () => {
  const heard = (from: number, to: number) =>
    heardWindow(bars, [{ from: instant(from), to: instant(to), quiet: true }]);

  it('has no ticks in its span, and the price jumps at the end of it', () => {
    const [left] = heard(2, 6);
    expect([...(left?.columns().time ?? [])]).toEqual([0, 1, 6, 7]);
    expect([...(left?.columns().leg ?? [])]).toEqual([0, 1, 0, 1]);
    expect(left?.lastTime).toBe(7);
  });

  it('is the market itself outside of the span, and nothing within', () => {
    expect(heard(8, 9)).toEqual([bars]);
    expect(heard(0, 8)).toEqual([]);
  });
});
