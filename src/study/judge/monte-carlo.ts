/**
 * Monte Carlo over the trades of one run. Shuffled: the same trades in another order (how the
 * drawdown depends on their order). Redrawn: as many trades, drawn with replacement (how the profit
 * depends on a few of them). Trades are assumed to be independent of each other and of the balance.
 * One seed determines all draws.
 */

import { present } from '../../core/base/present.js';
import { Prng } from '../../core/base/prng.js';
import { deepestDrawdown } from '../../data/figures/facts/drawdown.js';
import { type Bins, binsOf } from '../../data/figures/math/bins.js';
import { sum } from '../../data/figures/math/statistics.js';
import { DIGITS, roundedAs, roundedFraction } from '../../data/figures/table/figure.js';
import type { FigureUnit } from '../../data/figures/table/report-data.js';
import { shuffled } from '../search/shuffle.js';
import { type Fan, FanCollector } from './monte-carlo-fan.js';
import { QUANTILES, quantileOf } from './quantiles.js';
import type { StudyColumn } from './table.js';

/** Values that a fraction `quantile` of the samples does not exceed. */
export interface MonteCarloRow {
  readonly quantile: number;
  /** Drawdown of the shuffled trades, as a fraction of the highest balance. */
  readonly shuffledDrawdown: number | null;
  /** Net profit of the redrawn trades, in home currency. */
  readonly redrawnProfit: number | null;
  readonly redrawnDrawdown: number | null;
}

export interface MonteCarlo {
  readonly samples: number;
  readonly trades: number;
  /** Fraction of the redrawn samples that end with a loss, 0 to 1. */
  readonly lossProbability: number | null;
  readonly rows: readonly MonteCarloRow[];
  /** Balances of the redrawn samples on their way. */
  readonly fan: Fan;
  /** What the run itself came to, and how many samples came to what; absent without a trade. */
  readonly spread?: Spread;
}

/** The samples by their values, and the run among them. */
export interface Spread {
  /** Net profit of the run's closed trades, and of the redrawn samples, in home currency. */
  readonly profit: number;
  readonly profits: Bins;
  /** Drawdown after the run's closed trades, and after the shuffled ones, as a fraction. */
  readonly drawdown: number;
  readonly drawdowns: Bins;
  /** Fraction of the shuffled samples whose drawdown is at most that of the run, 0 to 1. */
  readonly lighter: number;
}

export interface MonteCarloOptions {
  /** Balance at the start, in home currency. */
  readonly opening: number;
  readonly samples: number;
  readonly seed: number;
}

/** Samples the possible outcomes of `results`, the result of each trade in home currency. */
export function monteCarlo(
  results: readonly number[],
  { opening, samples, seed }: MonteCarloOptions,
): MonteCarlo {
  const prng = new Prng(seed);
  const [order, choice] = [prng.fork('trade order'), prng.fork('trade choice')];
  const drawdownOf = (trades: readonly number[]) => deepestDrawdown(balances(opening, trades));
  const shuffledDrawdowns: number[] = [];
  const profits: number[] = [];
  const drawdowns: number[] = [];
  const fan = new FanCollector(results.length, samples, opening);
  for (let sample = 0; sample < samples; sample++) {
    shuffledDrawdowns.push(drawdownOf(shuffled(results, order)));
    const redrawn = results.map(() => results[choice.nextInt(0, results.length - 1)] as number);
    profits.push(redrawn.reduce((total, result) => total + result, 0));
    drawdowns.push(drawdownOf(redrawn));
    fan.take(redrawn);
  }
  for (const values of [shuffledDrawdowns, profits, drawdowns]) values.sort((a, b) => a - b);
  const none = results.length === 0;
  const at = (values: readonly number[], quantile: number, unit: FigureUnit) =>
    none ? null : roundedAs(quantileOf(values, quantile) ?? Number.NaN, unit);
  const losses = profits.filter(profit => profit < 0).length;
  return {
    samples,
    trades: results.length,
    lossProbability: none ? null : roundedAs(losses / samples, 'fraction'),
    rows: QUANTILES.map(quantile => ({
      quantile,
      shuffledDrawdown: at(shuffledDrawdowns, quantile, 'fraction'),
      redrawnProfit: at(profits, quantile, 'money'),
      redrawnDrawdown: at(drawdowns, quantile, 'fraction'),
    })),
    fan: fan.fan(),
    ...present({
      spread: none
        ? undefined
        : spreadOf(results, drawdownOf(results), { profits, drawdowns: shuffledDrawdowns }),
    }),
  };
}

function spreadOf(
  results: readonly number[],
  drawdown: number,
  { profits, drawdowns }: Readonly<Record<'profits' | 'drawdowns', readonly number[]>>,
): Spread {
  const lighter = drawdowns.filter(each => each <= drawdown).length;
  return {
    profit: roundedAs(sum(results), 'money') ?? 0,
    profits: binsOf(profits),
    drawdown: roundedFraction(drawdown),
    drawdowns: binsOf(drawdowns),
    lighter: roundedFraction(lighter / drawdowns.length),
  };
}

/** Columns of the table of samples: one row per quantile. */
export function monteCarloColumns({ rows }: MonteCarlo): StudyColumn[] {
  const column = (name: keyof MonteCarloRow, unit: FigureUnit) => ({
    name,
    cells: rows.map(row => row[name]),
    digits: DIGITS[unit],
    unit,
  });
  return [
    { name: 'quantile', cells: rows.map(({ quantile }) => quantile), digits: 2 },
    column('shuffledDrawdown', 'fraction'),
    column('redrawnProfit', 'money'),
    column('redrawnDrawdown', 'fraction'),
  ];
}

function balances(opening: number, results: readonly number[]): number[] {
  let balance = opening;
  return [opening, ...results.map(result => (balance += result))];
}
