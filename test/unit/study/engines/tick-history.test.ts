import { describe, expect, it } from 'vitest';
import { residentWindows, type TickColumns } from '../../../../src/core/market/tick.js';
import { earlierTicks } from '../../../../src/study/engines/tick-bootstrap.js';

/** Three ticks from `start` on, ten microseconds apart. */
function three(start: number): TickColumns {
  const time = Float64Array.from([start, start + 10, start + 20]);
  const bid = Int32Array.from([1, 2, 3]);
  return { length: 3, time, bid, ask: bid, askVolume: Uint32Array.from([7, 8, 9]) };
}

const windows = [0, 100, 200].flatMap(start => residentWindows(three(start)));
const timesBefore = (from: number) =>
  earlierTicks(windows, from).map(window => [...window.columns().time]);

describe('the ticks before the window of redrawn ones', () => {
  it('are those of whole windows and of the part of one, its volumes with them', () => {
    expect(timesBefore(0)).toEqual([]);
    expect(timesBefore(100)).toEqual([[0, 10, 20]]);
    expect(timesBefore(111)).toEqual([
      [0, 10, 20],
      [100, 110],
    ]);
    expect(timesBefore(1_000)).toHaveLength(3);
    const [, part] = earlierTicks(windows, 111);
    expect(part).toMatchObject({ length: 2, firstTime: 100, lastTime: 110 });
    expect([...(part?.columns().askVolume ?? [])]).toEqual([7, 8]);
  });
});
