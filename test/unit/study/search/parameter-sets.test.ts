import { describe, expect, it } from 'vitest';
import { InputError } from '../../../../src/core/base/input-error.js';
import { parseDocument } from '../../../../src/data/storage/document/document.js';
import { type Constraint, readConstraint } from '../../../../src/data/storage/study/constraints.js';
import type { Axis, Study } from '../../../../src/data/storage/study/study-file.js';
import {
  numberOf,
  parameterSets,
  placesAt,
  setAt,
  setCount,
} from '../../../../src/study/search/parameter-sets.js';

const TEXT = 'axes: { a: [1, 2], b: [x, y, z] }\nsearch: { random: 1 }\n';
const AXES: readonly Axis[] = [
  { name: 'a', values: [1, 2] },
  { name: 'b', values: ['x', 'y', 'z'] },
];

function study(axes: readonly Axis[], random?: number, seed = 1): Study {
  const document = parseDocument('study.yaml', TEXT);
  return {
    document,
    axes,
    seed,
    ...(random === undefined ? {} : { search: { random } }),
  } as unknown as Study;
}

const long = (name: string, length: number): Axis => ({
  name,
  values: Array.from({ length }, (_, value) => value),
});

describe('constraints between axes', () => {
  const crossed: readonly Axis[] = [
    { name: 'fast', values: [5, 10, 20] },
    { name: 'slow', values: [10, 20] },
  ];
  const constrained = (texts: readonly string[], random?: number, axes = crossed): Study => ({
    ...study(axes, random),
    constraints: texts.map(
      text =>
        readConstraint(
          text,
          axes.map(({ name }) => name),
        ) as Constraint,
    ),
  });

  it('leave the combinations that keep all of them', () => {
    expect(parameterSets(constrained(['fast < slow']))).toEqual([
      [5, 10],
      [5, 20],
      [10, 20],
    ]);
    expect(parameterSets(constrained(['fast < slow', 'slow != 20']))).toEqual([[5, 10]]);
    expect(setCount(constrained(['fast <= slow']), 1)).toBe(5);
    expect(setCount(constrained(['fast >= 10', 'slow == 10']), 2)).toBe(2);
  });

  it('draw among those only, and say when they are too few', () => {
    for (let seed = 0; seed < 20; seed++) {
      const sets = parameterSets({ ...constrained(['fast < slow'], 2), seed });
      expect(sets).toHaveLength(2);
      expect(sets.every(([fast = 0, slow = 0]) => fast < slow)).toBe(true);
    }
    expect(() => setCount(constrained(['fast < slow'], 4), 1)).toThrow(
      'must be at most the 3 combinations of the grid that keep the constraints, was 4',
    );
    expect(() => setCount(constrained(['fast > 100']), 1)).toThrow(
      'constraints: leave no combination of the axes',
    );
    const huge = constrained(['a < b'], 5, [long('a', 2000), long('b', 2000)]);
    expect(() => setCount(huge, 1)).toThrow('the grid has 4,000,000, more than 2,000,000');
  });

  it('are refused with what they must be', () => {
    expect(readConstraint('fast slow', ['fast', 'slow'])).toBe(
      'must compare two axes, or an axis with a number, as in fast < slow; was fast slow',
    );
    expect(readConstraint('fats < slow', ['fast', 'slow'])).toMatch(/^no axis fats/);
  });
});

describe('the sets of a grid', () => {
  it('are all combinations, the last axis turning fastest', () => {
    expect(parameterSets(study(AXES))).toEqual([
      [1, 'x'],
      [1, 'y'],
      [1, 'z'],
      [2, 'x'],
      [2, 'y'],
      [2, 'z'],
    ]);
  });

  it('are refused with their number when they are too many', () => {
    const huge = study([long('a', 1000), long('b', 1000), long('c', 10)]);
    expect(() => setCount(huge, 1)).toThrow(InputError);
    expect(() => setCount(huge, 1)).toThrow(
      'study.yaml:1:7: axes: makes 10,000,000 runs (a 1000 x b 1000 x c 10, windows 1), more than 100,000',
    );
    const thousand = study([long('a', 1000)]);
    expect(setCount(thousand, 100)).toBe(1000);
    expect(() => setCount(thousand, 101)).toThrow('makes 101,000 runs (a 1000, windows 101)');
  });

  it('of twenty long axes are counted without being made', () => {
    const axes = Array.from({ length: 20 }, (_, index) => long(`p${index}`, 10_000));
    expect(() => setCount(study(axes), 1)).toThrow('makes 1.00e+80 runs');
  });
});

describe('the number of a combination', () => {
  it('is named by the places of its values', () => {
    for (let at = 0; at < 6; at++) {
      expect(numberOf(AXES, placesAt(AXES, at))).toBe(at);
      expect(setAt(AXES, at)).toEqual(parameterSets(study(AXES))[at]);
    }
  });
});

describe('a random search', () => {
  const axes = [long('a', 50), long('b', 40), long('c', 500)];

  it('draws different combinations, the same ones from the same seed', () => {
    const sets = parameterSets(study(axes, 500, 3));
    expect(new Set(sets.map(set => set.join())).size).toBe(500);
    expect(parameterSets(study(axes, 500, 3))).toEqual(sets);
    expect(parameterSets(study(axes, 500, 4))).not.toEqual(sets);
  });

  it('draws every value of an axis about as often', () => {
    const counts = new Map<unknown, number>();
    for (let seed = 0; seed < 200; seed++) {
      for (const [b] of parameterSets(study([long('b', 10)], 3, seed))) {
        counts.set(b, (counts.get(b) ?? 0) + 1);
      }
    }
    expect(counts.size).toBe(10);
    // 600 draws over 10 values: 60 each, with a standard deviation of about 6.5.
    for (const count of counts.values()) expect(Math.abs(count - 60)).toBeLessThan(33);
  });

  it('of the whole grid is the grid', () => {
    expect(parameterSets(study(AXES, 6))).toEqual(parameterSets(study(AXES)));
  });

  it('cannot draw more than there are, or from what cannot be numbered', () => {
    expect(() => setCount(study(AXES, 7), 1)).toThrow(
      'study.yaml:2:19: search.random: must be at most the 6 combinations of the grid, was 7',
    );
    const axes20 = Array.from({ length: 4 }, (_, index) => long(`p${index}`, 1000));
    expect(() => setCount(study(axes20, 5), 1)).toThrow('too many to draw from');
  });
});
