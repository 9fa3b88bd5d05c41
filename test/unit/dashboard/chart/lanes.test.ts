import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lanesOf } from '../../../../src/dashboard/chart/drawing/lanes.js';

describe('lanes of words', () => {
  it('put words that are close together below each other, and others on the first line', () => {
    const words = [
      { from: 0, to: 100 },
      { from: 10, to: 60 },
      { from: 70, to: 120 },
      { from: 100, to: 150 },
    ];
    expect(lanesOf(words, 3)).toEqual([0, 1, 1, 0]);
  });

  it('leave a word out only when every line is taken', () => {
    const words = [0, 1, 2].map(from => ({ from, to: 50 }));
    expect(lanesOf(words, 2)).toEqual([0, 1, undefined]);
  });

  it('never cover a word with another', () => {
    const word = fc.record({ from: fc.integer({ max: 500, min: 0 }), length: fc.nat(100) });
    fc.assert(
      fc.property(fc.array(word), fc.integer({ min: 1, max: 6 }), (given, most) => {
        const words = given.map(({ from, length }) => ({ from, to: from + length + 1 }));
        const lanes = lanesOf(words, most);
        for (const [at, one] of words.entries()) {
          for (const [other, two] of words.entries()) {
            if (at >= other || lanes[at] === undefined || lanes[at] !== lanes[other]) continue;
            expect(one.to <= two.from || two.to <= one.from).toBe(true);
          }
        }
      }),
    );
  });
});
