import { describe, expect, it } from 'vitest';
import { Prng } from '../../../../src/core/base/prng.js';
import { residentWindows } from '../../../../src/core/market/tick.js';
import { redrawnTicks } from '../../../../src/study/engines/tick-bootstrap.js';

const LENGTH = 200;
const BLOCK = 10;

/** Every step is another: the one to row i has length i or -i, and the spread of row i is i + 1. */
function market(length = LENGTH) {
  let price = 100_000;
  const rows = Array.from({ length }, (_, row) => {
    price += row % 2 === 0 ? row : -row;
    return { time: row * 7, bid: price, ask: price + row + 1 };
  });
  return {
    length,
    time: Float64Array.from(rows, ({ time }) => time),
    bid: Int32Array.from(rows, ({ bid }) => bid),
    ask: Int32Array.from(rows, ({ ask }) => ask),
    bidVolume: Float64Array.from(rows, (_, row) => row * 1000),
    askVolume: Uint32Array.from(rows, (_, row) => row * 2000),
    leg: Uint8Array.from(rows, (_, row) => Number(row % 4 > 0)),
  };
}

function redrawn(seed: number, from = 0, to = LENGTH * 7) {
  const options = { from, to, block: BLOCK, prng: new Prng(seed) };
  const [window] = redrawnTicks(residentWindows(market()), options);
  if (window === undefined) throw new Error('no ticks');
  return window.columns();
}

describe('ticks drawn in blocks', () => {
  it('keep times and the first price, and take steps, spreads and volumes of recorded rows', () => {
    const { length, time, bid, ask, bidVolume, askVolume, leg } = redrawn(1);
    expect([length, bid[0]]).toEqual([LENGTH, 100_000]);
    expect(time).toEqual(market().time);
    const origins = Array.from(bid, (price, row) => (ask[row] as number) - price - 1);
    for (let row = 1; row < length; row++) {
      const origin = origins[row] as number;
      const step = (bid[row] as number) - (bid[row - 1] as number);
      expect(step).toBe(origin % 2 === 0 ? origin : -origin);
      expect([bidVolume?.[row], askVolume?.[row]]).toEqual([origin * 1000, origin * 2000]);
      expect(leg?.[row]).toBe(Number(origin % 4 > 0));
      // Within a block rows follow each other; blocks begin at rows 1, 11, 21, ...
      if ((row - 1) % BLOCK > 0) expect(origin).toBe((origins[row - 1] as number) + 1);
    }
  });

  it('are the same for the same seed only', () => {
    expect(redrawn(2)).toEqual(redrawn(2));
    expect(redrawn(2).bid).not.toEqual(redrawn(3).bid);
  });

  it('are drawn from their window only, and over the seams of the recorded ones', () => {
    const { length, time, bid, ask } = redrawn(4, 70, 700);
    expect([length, time[0], time[length - 1]]).toEqual([90, 70, 693]);
    for (let row = 0; row < length; row++) {
      const origin = (ask[row] as number) - (bid[row] as number) - 1;
      expect(origin >= 10 && origin < 100).toBe(true);
    }
    const halves = [market(), { ...market(), time: market().time.map(time => time + LENGTH * 7) }];
    const options = { from: 0, to: Infinity, block: BLOCK, prng: new Prng(1) };
    const [window] = redrawnTicks(halves.flatMap(residentWindows), options);
    expect(window?.length).toBe(2 * LENGTH);
  });

  it('never fall to nothing', () => {
    const time = Float64Array.from([0, 1, 2, 3]);
    const falling = Int32Array.from([5, 4, 3, 1]);
    const columns = { length: 4, time, bid: falling, ask: falling };
    for (let seed = 0; seed < 20; seed++) {
      const options = { from: 0, to: 9, block: 1, prng: new Prng(seed) };
      const [window] = redrawnTicks(residentWindows(columns), options);
      expect(Math.min(...(window?.columns().bid ?? []))).toBeGreaterThanOrEqual(1);
    }
  });
});
