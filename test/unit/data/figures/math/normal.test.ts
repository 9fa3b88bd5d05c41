import { describe, expect, it } from 'vitest';
import { normalCdf, normalQuantile } from '../../../../../src/data/figures/math/normal.js';

describe('the normal distribution', () => {
  it.each([
    [0, 0.5],
    [1, 0.841344746068543],
    [1.96, 0.975002104851779],
    [-3, 0.00134989803163009],
    [4.9, 0.999999520816723],
    [-6, 9.86587645037698e-10],
    [-10, 7.61985302416052e-24],
  ])('has the tabulated share below %d', (x, share) => {
    expect(normalCdf(x) / share).toBeCloseTo(1, 12);
  });

  it('joins series and continued fraction without a step', () => {
    const [below, above] = [normalCdf(-5 - 1e-9), normalCdf(-5 + 1e-9)];
    expect(above / below).toBeCloseTo(1, 7);
    expect(above).toBeGreaterThan(below);
  });

  it.each([
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.99, 2.326347874040841],
    [0.001, -3.090232306167814],
  ])('has its quantile of %d', (share, x) => {
    expect(normalQuantile(share)).toBeCloseTo(x, 10);
  });
});
