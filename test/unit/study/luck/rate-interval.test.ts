import { describe, expect, it } from 'vitest';
import { rateInterval } from '../../../../src/study/luck/rate-interval.js';

describe('the interval of a rate', () => {
  it('is that of Wilson', () => {
    const [low, high] = rateInterval(10, 100);
    expect(low).toBeCloseTo(0.0552, 4);
    expect(high).toBeCloseTo(0.1744, 4);
    expect(rateInterval(0, 100)[0]).toBe(0);
  });
});
