import { performance } from 'node:perf_hooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ReaderPace } from '../../../../../../src/broker/api/v20/stream/reader-pace.js';

afterEach(() => vi.restoreAllMocks());

function reader(pending = 0) {
  const made = {
    pending,
    cuts: 0,
    cut: () => {
      made.cuts += 1;
    },
  };
  return made;
}

describe('the pace of readers', () => {
  it('lets time go while everybody has read everything', () => {
    const pace = new ReaderPace();
    expect(pace.mustWait()).toBe(false);
    pace.add(reader());
    pace.add(reader());
    expect(pace.mustWait()).toBe(false);
  });

  it('makes time wait for the slowest, until it has read or is gone', () => {
    const pace = new ReaderPace();
    const slow = reader(1);
    pace.add(reader());
    pace.add(slow);
    expect([pace.mustWait(), pace.mustWait()]).toEqual([true, true]);
    slow.pending = 0;
    expect(pace.mustWait()).toBe(false);
    slow.pending = 1;
    expect(pace.mustWait()).toBe(true);
    pace.remove(slow);
    expect(pace.mustWait()).toBe(false);
    expect(slow.cuts).toBe(0);
  });

  it('cuts off a reader that has been waited for too long, once, and waits no more', () => {
    const wall = vi.spyOn(performance, 'now').mockReturnValue(100);
    const pace = new ReaderPace(20);
    const [dead, slow] = [reader(1), reader(1)];
    pace.add(dead);
    pace.add(slow);
    expect(pace.mustWait()).toBe(true);
    slow.pending = 0;
    expect(pace.mustWait()).toBe(true);
    slow.pending = 1;
    wall.mockReturnValue(120);
    // Its wait has begun anew: it had read everything in between.
    expect(pace.mustWait()).toBe(true);
    expect([dead.cuts, slow.cuts]).toEqual([1, 0]);
    pace.remove(slow);
    expect([pace.mustWait(), dead.cuts]).toEqual([false, 1]);
  });
});
