import { describe, expect, it } from 'vitest';
import { labelX } from '../../../../src/dashboard/chart/sketches/sketch-label.js';

describe('the text of a drawing', () => {
  const at = (...xs: number[]) => labelX({ xs, width: 400, text: '+20.0 pips' });

  it('stands above the left end, and over neither edge', () => {
    expect(at(100, 160)).toBe(106);
    expect(at(160, 100)).toBe(106);
    expect(at(-30, 160)).toBe(4);
    expect(at(390, 430)).toBe(336);
  });

  it('is not shown while the drawing is out of view', () => {
    expect(at(-80, -1)).toBeUndefined();
    expect(at(401, 460)).toBeUndefined();
  });

  it('of a level, which goes from edge to edge, stands at the right', () => {
    expect(at(-500)).toBe(336);
  });
});
