import { describe, expect, it } from 'vitest';
import { extremesOf, heldOn } from '../../../../src/report/data/thinning.js';

describe('a series made shorter', () => {
  const items = Array.from({ length: 10_000 }, (_, index) => index);
  const wave = (index: number) => Math.sin(index / 7) * index;

  it('stays as it is when it is short enough', () => {
    expect(extremesOf(items, [wave], 10_000)).toBe(items);
  });

  it('keeps order, the last, and the highest and lowest of each measure', () => {
    const other = (index: number) => (index === 4321 ? -1 : 0);
    const kept = extremesOf(items, [wave, other], 500);
    expect(kept.length).toBeLessThanOrEqual(500);
    expect(kept).toEqual([...kept].sort((a, b) => a - b));
    expect(kept.at(-1)).toBe(9999);
    expect(kept).toContain(4321);
    const all = items.map(wave);
    const values = kept.map(wave);
    expect(Math.max(...values)).toBe(Math.max(...all));
    expect(Math.min(...values)).toBe(Math.min(...all));
  });

  it('holds each value until the next', () => {
    expect(heldOn([null, 1, null, null, 0, null])).toEqual([null, 1, 1, 1, 0, 0]);
  });
});
