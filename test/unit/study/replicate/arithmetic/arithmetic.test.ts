import { describe, expect, it } from 'vitest';
import { overfitting } from '../../../../../src/study/luck/cscv.js';
import {
  averageProfit,
  averageReturns,
  averageSides,
} from '../../../../../src/study/replicate/arithmetic/average-rule.js';
import { plainOverfitting } from '../../../../../src/study/replicate/arithmetic/plain-cross-validation.js';
import { slopeOf } from '../../../../../src/study/replicate/arithmetic/regression.js';
import { TurnMeter } from '../../../../../src/study/replicate/arithmetic/turn-meter.js';
import {
  tValue,
  yearlyPercent,
  yearlySharpe,
} from '../../../../../src/study/replicate/arithmetic/yearly.js';
import { noise } from '../../luck/noise.js';

const RULE = { short: 1, long: 3 };

describe('a rule of averages', () => {
  it('is long while the short average is above the long one', () => {
    expect([...averageSides([10, 11, 12, 9, 9, 9, 20], RULE, 'short')]).toEqual([1, -1, -1, -1, 1]);
    expect([...averageSides([10, 10, 10, 12, 12, 12], RULE, 'as before')]).toEqual([0, 1, 1, 1]);
    expect([...averageSides([1, 2], RULE, 'short')]).toEqual([]);
  });

  it('earns the next change on its side, less the cost of each change by 1', () => {
    const points = [100, 100, 110, 121, 100];
    const [first = 0, second = 0, ...none] = averageReturns(points, RULE, 0.01);
    expect(none).toEqual([]);
    expect(first).toBeCloseTo(Math.log(1.1) - 0.01, 12);
    expect(second).toBeCloseTo(Math.log(100 / 121), 12);
  });

  it('has a profit in whole points, and the half spread of what is open', () => {
    const profit = averageProfit([100, 100, 110, 121, 100], RULE, {
      half: () => 2,
      atEqual: 'short',
    });
    // Long at 110, with 2 for the spread; short from 100 on, with 4.
    expect(profit).toEqual({ profit: -2 + 11 - 21 - 4, openCost: 2, changes: 2 });
  });
});

describe('figures of a year', () => {
  it('are those of 252 days, and 0 where nothing can be said', () => {
    expect(yearlyPercent([0.01, -0.01, 0.02, 0])).toBeCloseTo(0.005 * 252 * 100, 9);
    expect(yearlySharpe([1, 3], 4)).toBeCloseTo((2 / Math.SQRT2) * 2, 12);
    expect(tValue([1, 3])).toBeCloseTo(2 / (Math.SQRT2 / Math.SQRT2), 12);
    expect([yearlyPercent([]), yearlySharpe([1, 1]), tValue([1])]).toEqual([0, 0, 0]);
  });

  it('have the slope of a textbook with its standard error', () => {
    // y = 2 + 0.6 x with residuals -0.8, 0.6, 1, -0.6, -0.2; error = sqrt(2.4 / 3 / 10).
    const { slope, error } = slopeOf([1, 2, 3, 4, 5], [2, 4, 5, 4, 5]);
    expect(slope).toBeCloseTo(0.6, 12);
    expect(error).toBeCloseTo(Math.sqrt(2.4 / 3 / 10), 12);
  });
});

describe('the plain cross-validation', () => {
  it('is the number that studies show', () => {
    for (const seed of [1, 2, 3]) {
      const rows = noise(20, 160, seed);
      const days = Array.from({ length: 160 }, (_, day) => day);
      expect(plainOverfitting(rows, 8)).toBe(overfitting({ days, rows }, 8)?.pbo);
    }
  });
});

describe('a meter of turns', () => {
  it('counts moves back by the threshold, and how far the price went on before', () => {
    const meter = new TurnMeter(0.1);
    for (const price of [100, 110, 99, 90, 81, 89, 89.2, 100, 90, 50]) meter.take(price);
    // Down at 99, on to 81; up at 89.2, on to 100; down at 90.
    expect(meter.turns).toBe(3);
    const overshoots = [(99 - 81) / 99, (100 - 89.2) / 89.2];
    expect(meter.ratio).toBeCloseTo(((overshoots[0] ?? 0) + (overshoots[1] ?? 0)) / 2 / 0.1, 12);
  });

  it('says nothing before the second turn', () => {
    const meter = new TurnMeter(0.1);
    for (const price of [100, 95, 90, 88]) meter.take(price);
    expect([meter.turns, meter.ratio]).toEqual([1, undefined]);
  });
});
