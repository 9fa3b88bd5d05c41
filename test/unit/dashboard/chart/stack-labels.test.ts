import { describe, expect, it } from 'vitest';
import { stackLabels } from '../../../../src/dashboard/chart/lines/stack-labels.js';

const ROOM = { height: 400, step: 20 };

describe('labels that are stacked', () => {
  it('stay where they belong when they are far enough apart', () => {
    expect(stackLabels([300, 100, 200], ROOM).map(({ y }) => y)).toEqual([300, 100, 200]);
  });

  it('fan out around one price, in their order, one step apart', () => {
    expect(stackLabels([200, 200, 200], ROOM)).toEqual([
      { y: 180, column: 0 },
      { y: 200, column: 0 },
      { y: 220, column: 0 },
    ]);
  });

  it('stay inside the room at its edges', () => {
    expect(stackLabels([1, 2, 399], ROOM).map(({ y }) => y)).toEqual([10, 30, 390]);
  });

  it('of 18 trades at one price never cover each other, nor one that is near', () => {
    const wanted = [...Array<number>(18).fill(150), 160];
    const places = stackLabels(wanted, ROOM).map(({ y }) => y);
    const sorted = [...places].sort((one, other) => one - other);
    expect(sorted).toEqual(places);
    for (const [rank, y] of sorted.entries()) {
      if (rank > 0) expect(y - (sorted[rank - 1] ?? 0)).toBeGreaterThanOrEqual(20);
      expect(y).toBeGreaterThanOrEqual(10);
      expect(y).toBeLessThanOrEqual(390);
    }
  });

  it('take a second column when one is full', () => {
    const places = stackLabels(Array<number>(30).fill(200), ROOM);
    expect(new Set(places.map(({ column }) => column))).toEqual(new Set([0, 1]));
    expect(new Set(places.map(({ y, column }) => `${y} ${column}`)).size).toBe(30);
  });
});
