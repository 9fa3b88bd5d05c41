import { describe, expect, it } from 'vitest';
import { Facts } from '../../../../../src/data/figures/facts/facts.js';
import { UnknownFigure } from '../../../../../src/data/figures/table/figure.js';
import {
  probabilisticSharpe,
  returnShape,
} from '../../../../../src/data/figures/table/return-shape.js';
import { madeRun } from '../../../../support/figures/account-run.js';

const shapeOf = (navs: readonly number[]) => returnShape(new Facts(madeRun({ navs })));

describe('the shape of daily returns', () => {
  it('is that of one day, with the moments of a sample: 1 %, 2 %, -1 %, 2 %', () => {
    // Away from their mean 0, 1, -2, 1 (%): m2 = 1.5, m3 = -1.5, m4 = 4.5.
    expect(shapeOf([10_100, 10_302, 10_198.98, 10_402.9596])).toEqual({
      sharpe: expect.closeTo(1 / Math.SQRT2, 9),
      skewness: expect.closeTo(-Math.SQRT2, 9),
      excessKurtosis: expect.closeTo(1.5, 9),
      count: 4,
    });
  });

  it('needs four days that are not all the same', () => {
    expect(shapeOf([])).toEqual(new UnknownFigure('no trading day'));
    expect(shapeOf([10_100, 10_000, 10_300])).toEqual(
      new UnknownFigure('needs 4 trading days, has 3'),
    );
    expect(shapeOf([10_000, 10_000, 10_000, 10_000])).toEqual(
      new UnknownFigure('all daily returns are the same'),
    );
  });
});

describe('the probabilistic Sharpe ratio', () => {
  it('of normal returns: cdf(0.1 x 10 / sqrt(1.005)) for 101 of them with a ratio of 0.1', () => {
    const shape = { sharpe: 0.1, skewness: 0, excessKurtosis: 0, count: 101 };
    expect(probabilisticSharpe(shape, 0)).toBeCloseTo(0.8407413278, 9);
    expect(probabilisticSharpe(shape, 0.1)).toBe(0.5);
  });

  it('does not exist for a shape that no sample has', () => {
    const shape = { sharpe: 1, skewness: 5, excessKurtosis: -2, count: 9 };
    expect(probabilisticSharpe(shape, 0)).toBeInstanceOf(UnknownFigure);
  });
});
