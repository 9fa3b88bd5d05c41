import { describe, expect, it } from 'vitest';
import { joinTicks } from '../../../../../../src/data/storage/ticks/columns/join-ticks.js';

function file(name: string, times: readonly number[], volumes = false) {
  const prices = Int32Array.from(times, () => 1);
  const units = Float64Array.from(times, time => time * 10);
  const columns = {
    length: times.length,
    time: Float64Array.from(times),
    bid: prices,
    ask: prices,
    ...(volumes ? { bidVolume: units, askVolume: units } : {}),
  };
  return { file: name, columns };
}

describe('several files', () => {
  it('follow one another, volumes and all', () => {
    const { columns, leftOut } = joinTicks(
      [file('a', [1, 2], true), file('b', [2, 3], true)],
      'error',
    );
    expect([...columns.time]).toEqual([1, 2, 2, 3]);
    expect([...(columns.bidVolume ?? [])]).toEqual([10, 20, 20, 30]);
    expect(leftOut).toBe(0);
  });

  it('keep their legs, except where a row of another file comes between', () => {
    const legs = (name: string, times: readonly number[]) => {
      const { file: path, columns } = file(name, times);
      return { file: path, columns: { ...columns, leg: Uint8Array.of(0, 1, 1) } };
    };
    const following = [legs('a', [1, 2, 3]), legs('b', [4, 5, 6])];
    expect(joinTicks(following, 'error').columns.leg?.slice(0, 6)).toEqual(
      Uint8Array.of(0, 1, 1, 0, 1, 1),
    );
    const overlap = [legs('a', [1, 2, 5]), legs('b', [4, 5, 6])];
    const sorted = joinTicks(overlap, 'sort').columns;
    expect([[...sorted.time], [...(sorted.leg ?? [])]]).toEqual([
      [1, 2, 4, 5, 5, 6],
      [0, 1, 0, 0, 0, 1],
    ]);
    const skipped = joinTicks(overlap, 'skip').columns;
    expect([[...skipped.time], [...(skipped.leg ?? [])]]).toEqual([
      [1, 2, 5, 5, 6],
      [0, 1, 1, 0, 1],
    ]);
  });

  it('are refused where one begins before another ends', () => {
    const overlap = [file('a', [1, 5]), file('b', [4, 6])];
    expect(() => joinTicks(overlap, 'error')).toThrow(
      /^b: time: must not go back, was .*before the end of a/,
    );
  });

  it('lose the ticks of the overlap, or are sorted by time, then file', () => {
    const overlap = [file('a', [1, 5]), file('b', [4, 5, 6])];
    const skipped = joinTicks(overlap, 'skip');
    expect([[...skipped.columns.time], skipped.leftOut]).toEqual([[1, 5, 5, 6], 1]);
    expect([...joinTicks(overlap, 'sort').columns.time]).toEqual([1, 4, 5, 5, 6]);
  });

  it('are refused when only some have volumes', () => {
    expect(() => joinTicks([file('a', [1]), file('b', [2], true)], 'error')).toThrow(
      'b: must have volumes if a has them, and none if it has none',
    );
  });
});
