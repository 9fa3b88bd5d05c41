import { describe, expect, it } from 'vitest';
import { figureValue, madeRun } from '../../../../support/figures/account-run.js';

/**
 * The formulas of QuantStats (`qs`), empyrical (`em`) and backtesting.py (`bt`), written down here
 * once more from their definitions, on plain arrays, and compared at the digits that we print.
 */

const mean = (all: readonly number[]) => all.reduce((a, b) => a + b, 0) / all.length;
const variance = (all: readonly number[]) =>
  all.reduce((a, b) => a + (b - mean(all)) ** 2, 0) / (all.length - 1);
const std = (all: readonly number[]) => Math.sqrt(variance(all));
const product = (all: readonly number[]) => all.reduce((a, b) => a * b, 1);
const add = (all: readonly number[]) => all.reduce((a, b) => a + b, 0);
const growth = (r: readonly number[]) => product(r.map(each => 1 + each));
const downside = (r: readonly number[]) =>
  Math.sqrt(add(r.filter(each => each < 0).map(each => each ** 2)) / r.length);
const underwater = (r: readonly number[]) => {
  const values = [1, ...r.map((_, index) => growth(r.slice(0, index + 1)))];
  return values.map((value, index) => 1 - value / Math.max(...values.slice(0, index + 1)));
};
const maxDrawdown = (r: readonly number[]) => Math.max(...underwater(r));
/** numpy's percentile with linear interpolation. */
const percentile = (r: readonly number[], percent: number) => {
  const sorted = [...r].sort((a, b) => a - b);
  const place = ((sorted.length - 1) * percent) / 100;
  const low = Math.floor(place);
  const [a = 0, b = a] = sorted.slice(low, low + 2);
  return a + (b - a) * (place - low);
};
const central = (r: readonly number[], power: number) =>
  mean(r.map(each => (each - mean(r)) ** power));
const skew = (r: readonly number[]) => {
  const n = r.length;
  return ((central(r, 3) / central(r, 2) ** 1.5) * Math.sqrt(n * (n - 1))) / (n - 2);
};
const kurt = (r: readonly number[]) => {
  const n = r.length;
  const plain = central(r, 4) / central(r, 2) ** 2 - 3;
  return ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * plain + 6);
};
/** The normal distribution function, by Simpson's rule over the density. */
const phi = (to: number) => {
  const steps = 2000;
  const h = to / steps;
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  const weights = Array.from({ length: steps + 1 }, (_, k) =>
    k === 0 || k === steps ? 1 : k % 2 === 1 ? 4 : 2,
  );
  return 0.5 + (h / 3) * add(weights.map((weight, k) => weight * density(k * h)));
};
const gmean = (r: readonly number[]) => growth(r) ** (1 / r.length);
const btVolatility = (r: readonly number[]) =>
  Math.sqrt((variance(r) + gmean(r) ** 2) ** 252 - gmean(r) ** 504);

const FORMULAS: Readonly<Record<string, (r: readonly number[]) => number>> = {
  totalReturn: r => growth(r) - 1,
  volatility: r => std(r) * Math.sqrt(252),
  sharpe: r => (mean(r) / std(r)) * Math.sqrt(252),
  sortino: r => (mean(r) / downside(r)) * Math.sqrt(252),
  maxDrawdown,
  avgDrawdown: r => {
    const depths: number[] = [0];
    for (const depth of underwater(r)) {
      if (depth < 1e-12) depths.push(0);
      else depths[depths.length - 1] = Math.max(depths.at(-1) ?? 0, depth);
    }
    return mean(depths.filter(depth => depth > 0));
  },
  underwater: r => underwater(r).filter(depth => depth > 1e-12).length / r.length,
  ulcerIndex: r => Math.sqrt(add(underwater(r).map(depth => depth ** 2)) / (r.length - 1)),
  omega: r => add(r.map(each => Math.max(each, 0))) / add(r.map(each => Math.max(-each, 0))),
  gainToPain: r => add(r) / Math.abs(add(r.filter(each => each < 0))),
  tailRatio: r => Math.abs(percentile(r, 95) / percentile(r, 5)),
  skewness: skew,
  kurtosis: kurt,
  valueAtRisk95: r => mean(r) - 1.6448536 * std(r),
  valueAtRisk99: r => mean(r) - 2.3263479 * std(r),
  probabilisticSharpe: r => {
    const sr = mean(r) / std(r);
    const sigma = Math.sqrt(
      (1 - skew(r) * sr + ((kurt(r) + 3 - 1) / 4) * sr ** 2) / (r.length - 1),
    );
    return phi(sr / sigma);
  },
  bestDay: r => Math.max(...r),
  worstDay: r => Math.min(...r),
  recoveryFactor: r => (growth(r) - 1) / maxDrawdown(r),
  'compat.quantstats.cagr': r => growth(r) ** (252 / r.length) - 1,
  'compat.quantstats.profitFactor': r =>
    Math.abs(add(r.filter(each => each >= 0)) / add(r.filter(each => each < 0))),
  'compat.empyrical.calmar': r => (growth(r) ** (252 / r.length) - 1) / maxDrawdown(r),
  'compat.backtesting.volatility': btVolatility,
  'compat.backtesting.sharpe': r => (gmean(r) ** 252 - 1) / btVolatility(r),
  'compat.backtesting.sortino': r =>
    (gmean(r) ** 252 - 1) /
    (Math.sqrt(mean(r.map(each => Math.min(each, 0) ** 2))) * Math.sqrt(252)),
  'compat.backtesting.calmar': r => (gmean(r) ** 252 - 1) / maxDrawdown(r),
};

const SERIES: Readonly<Record<string, readonly number[]>> = {
  'a mixed fortnight': [10100, 10050, 10200, 10190, 9900, 10010, 10300, 10280, 10280, 10400],
  'a losing week': [9900, 9850, 9851, 9700, 9600],
  'a volatile month': Array.from(
    { length: 22 },
    (_, day) => 10_000 + 37 * day + ((day * 7919) % 23) * 61 - 600,
  ),
  'a loss of nearly everything': [12000, 9000, 3000, 500, 480, 700, 90],
};

describe('figures of daily returns are those of the published formulas', () => {
  describe.each(Object.entries(SERIES))('%s', (_name, navs) => {
    const run = madeRun({ navs });
    const returns = navs.map((nav, index) => nav / (navs[index - 1] ?? 10_000) - 1);
    it.each(Object.entries(FORMULAS))('%s', (name, formula) => {
      const value = figureValue(run, name);
      const expected = formula(returns);
      if (Math.abs(expected) > 1e12) expect(value).toBe('null: too large to state');
      // Ratios are printed with four digits, so they are off by half of the fourth at the most.
      else expect(Math.abs(Number(value) - expected)).toBeLessThanOrEqual(5.01e-5);
    });
  });
});

describe('figures worked out by hand', () => {
  // 10000 -> 11000 -> 9900 -> 10890: +10 %, -10 %, +10 %.
  const run = madeRun({ from: '2024-03-04T22:00:00Z', navs: [11_000, 9900, 10_890] });

  it.each<[string, number | string]>([
    ['startBalance', '10000.0000'],
    ['endNAV', '10890.0000'],
    ['netProfit', '890.0000'],
    ['peakNAV', '11000.0000'],
    ['totalReturn', 0.089],
    ['maxDrawdown', 0.1],
    // s = 0.2 / √3, √252 = 15.8745.
    ['volatility', 1.83303],
    // m = 1/30; m / s = √3 / 6.
    ['sharpe', 4.5826],
    // m / √(0.01 / 3) = 0.57735.
    ['sortino', 9.1652],
    ['omega', 2],
    ['gainToPain', 1],
    ['winDays', 2],
    ['lossDays', 1],
    ['underwater', 0.666667],
    // From Tuesday 22:00 UTC to the end on Thursday 22:00 UTC, not recovered.
    ['maxDrawdownDuration', 2],
    ['recoveryFactor', 0.89],
    // √(0.1² + 0.01²) / √2; the end is 1 % below the high.
    ['ulcerIndex', 0.071063],
  ])('%s', (name, expected) => {
    expect(figureValue(run, name)).toBe(expected);
  });

  it('CAGR counts calendar years of 365.25 days', () => {
    // 10 % from 2 January 22:00 to 14 March 21:00, with a clock change between.
    const weekdays = madeRun({ from: '2024-01-02T22:00:00Z', navs: Array(52).fill(11_000) });
    const last = weekdays.equity.at(-1);
    expect(last?.time).toBe('2024-03-14T21:00:00.000000000Z');
    const years = (71 + 23 / 24) / 365.25;
    expect(figureValue(weekdays, 'cagr')).toBeCloseTo(1.1 ** (1 / years) - 1, 5);
    expect(figureValue(weekdays, 'calmar')).toBe('null: no drawdown');
  });
});

describe('figures of trades', () => {
  // Results 30, -10, 20, -20, 30: wins 80, losses 30.
  const run = madeRun({
    trades: [
      { pl: '30.0000', price: '1.10000', closePrice: '1.10300' },
      { pl: '-10.0000', units: '-1000', price: '1.10000', closePrice: '1.10100' },
      { pl: '25.0000', financing: '-5.0000', closePrice: '1.10250' },
      { pl: '-20.0000', closePrice: '1.09800', closeTime: '2024-03-01T13:00:01.000000000Z' },
      { pl: '30.0000', closePrice: '1.10300', closeTime: '2024-03-01T14:00:01.000000000Z' },
    ],
  });

  it.each<[string, number | string]>([
    ['closedTrades', 5],
    ['winRate', 0.6],
    ['profitFactor', 2.6667],
    ['expectancy', '10.0000'],
    ['bestTrade', '30.0000'],
    ['worstTrade', '-20.0000'],
    ['avgWin', '26.6667'],
    ['avgLoss', '-15.0000'],
    ['payoffRatio', 1.7778],
    // 0.6 - 0.4 / 1.7778
    ['kelly', 0.375],
    // s² = (400 + 400 + 100 + 900 + 400) / 4 = 550; √5·10 / √550.
    ['sqn', 0.9535],
    ['maxWinStreak', 1],
    ['maxLossStreak', 1],
    ['pips', 55],
    ['avgTradeDuration', 4320.4],
    ['maxTradeDuration', 7201],
    ['expectancyR', 'null: no closed trade was opened with a stop'],
    // (0.003 + 0.0025 + 0.003) / (0.001 + 0.002)
    ['compat.backtesting.profitFactor', 2.8333],
    ['compat.backtesting.expectancy', 0.001],
  ])('%s', (name, expected) => {
    expect(figureValue(run, name)).toBe(expected);
  });

  it('are nothing, with a reason, without trades or without losses', () => {
    expect(figureValue(madeRun(), 'winRate')).toBe('null: no closed trade');
    const winner = madeRun({ trades: [{ pl: '1.0000' }] });
    expect(figureValue(winner, 'profitFactor')).toBe('null: no losing trade');
    expect(figureValue(winner, 'kelly')).toBe('null: no losing trade');
    expect(figureValue(winner, 'sqn')).toBe('null: needs 2 closed trades, has 1');
    const same = madeRun({ trades: Array(3).fill({ pl: '947610.9741' }) });
    expect(figureValue(same, 'sqn')).toBe('null: all results are the same');
  });
});
