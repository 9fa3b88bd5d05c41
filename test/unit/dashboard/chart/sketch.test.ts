import { describe, expect, it } from 'vitest';
import {
  exactSketch,
  isSketch,
  movedBy,
  newSketch,
  rOf,
  SKETCHES,
  type SketchKind,
  sketchText,
  withPoint,
} from '../../../../src/dashboard/chart/sketches/sketch.js';

const UNITS = { displayPrecision: 5, pipLocation: -4 };
const FROM = { time: 3600, price: 1.08 };
const TO = { time: 3600 + 12 * 300, price: 1.0834 };
const BETWEEN = [FROM, TO] as const;
const BARS_OF = (from: number, to: number) => (to - from) / 300;
const text = (kind: SketchKind) => sketchText(newSketch('1', kind, BETWEEN), UNITS, BARS_OF);

describe('drawings', () => {
  it.each(Object.keys(SKETCHES) as SketchKind[])('%s: has its points, and is known again', kind => {
    const sketch = newSketch('1', kind, BETWEEN);
    expect(sketch.points).toHaveLength(SKETCHES[kind].points);
    expect(isSketch(JSON.parse(JSON.stringify(sketch)))).toBe(true);
    expect(isSketch({ ...sketch, points: sketch.points.slice(1) })).toBe(false);
  });

  it('say their price, their pips, or what a ruler measures', () => {
    expect(text('level')).toBe('1.08000');
    expect(text('trend')).toBe('+34.0 pips');
    expect(text('ruler')).toBe('+34.0 pips · +0.31 % · 12 bars · 1 h 0 min');
  });

  it('of a long trade give its reward in multiples of its risk', () => {
    const box = exactSketch(newSketch('1', 'long', [FROM, { time: 7200, price: 1.079 }]), UNITS);
    expect(box.points.map(({ price }) => price)).toEqual([1.08, 1.082, 1.079]);
    expect(rOf(box)).toBeCloseTo(2, 9);
    expect(sketchText(box, UNITS, BARS_OF)).toBe('2.00 R · profit +20.0 · stop −10.0 pips');
    const wider = withPoint(box, 1, { time: 9000, price: 1.0845 });
    expect(rOf(wider)).toBeCloseTo(4.5, 9);
    expect(wider.points[2]?.time).toBe(9000);
  });

  it('of a short trade have the profit below and the stop above', () => {
    const box = exactSketch(newSketch('1', 'short', [FROM, { time: 7200, price: 1.079 }]), UNITS);
    expect(box.points.map(({ price }) => price)).toEqual([1.08, 1.078, 1.081]);
    const wrong = withPoint(box, 2, { time: 7200, price: 1.0795 });
    expect(rOf(wrong)).toBeUndefined();
    expect(sketchText(wrong, UNITS, BARS_OF)).toMatch(/^the stop is on the wrong side/);
  });

  it('are moved as a whole', () => {
    const moved = exactSketch(movedBy(newSketch('1', 'trend', BETWEEN), 300, -0.0001), UNITS);
    expect(moved.points).toEqual([
      { time: 3900, price: 1.0799 },
      { time: 7500, price: 1.0833 },
    ]);
  });

  it('are not taken from a storage that has something else', () => {
    expect(isSketch({ id: '1', kind: 'toString', points: [] })).toBe(false);
    expect(isSketch({ id: 1, kind: 'level', points: [FROM] })).toBe(false);
    expect(isSketch({ id: '1', kind: 'level', points: [{ time: 'x', price: 1 }] })).toBe(false);
    expect(isSketch(null)).toBe(false);
  });
});
