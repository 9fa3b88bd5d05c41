/**
 * Figures by the conventions of other tools, for comparison: the tools' formulas on our daily
 * returns and closed trades.
 * Source: the tools' published formulas; docs/reference/figures.md.
 */

import type { Facts } from '../facts/facts.js';
import { mean, sum } from '../math/statistics.js';
import { type FigureDefinition, withDays, withDeviation, withTrades } from './definition.js';
import { ratio, UnknownFigure } from './figure.js';

const LOST = new UnknownFigure('everything was lost');

export const COMPAT_FIGURES: readonly FigureDefinition[] = [
  {
    name: 'compat.quantstats.cagr',
    label: 'CAGR (QuantStats, empyrical)',
    unit: 'fraction',
    formula: 'Π(1 + r)^(P / n) - 1',
    source: 'QuantStats cagr, empyrical annual_return',
    isAnnualised: true,
    compute: withDays(1, yearlyReturn),
  },
  {
    name: 'compat.empyrical.calmar',
    label: 'Calmar (empyrical)',
    unit: 'ratio',
    formula: '(Π(1 + r)^(P / n) - 1) / maximum drawdown',
    source: 'empyrical calmar_ratio',
    isAnnualised: true,
    compute: withDays(1, facts => {
      const yearly = yearlyReturn(facts);
      return yearly instanceof UnknownFigure
        ? yearly
        : ratio(yearly, facts.maxDrawdown(), 'no drawdown');
    }),
  },
  {
    name: 'compat.quantstats.profitFactor',
    label: 'Profit factor (QuantStats)',
    unit: 'ratio',
    formula: 'Σ r ≥ 0 / |Σ r < 0|, of daily returns',
    source: 'QuantStats profit_factor',
    compute: withDays(1, ({ fractions }) =>
      ratio(
        sum(fractions().filter(fraction => fraction >= 0)),
        -sum(fractions().filter(fraction => fraction < 0)),
        'no losing day',
      ),
    ),
  },
  {
    name: 'compat.backtesting.volatility',
    label: 'Volatility (backtesting.py)',
    unit: 'fraction',
    formula: '√((s² + g²)^P - g^(2P)), g = Π(1 + r)^(1 / n), or 1 if some r ≤ -1',
    source: 'backtesting.py Volatility (Ann.)',
    isLessBetter: true,
    isAnnualised: true,
    compute: withDays(2, geometricVolatility),
  },
  {
    name: 'compat.backtesting.sharpe',
    label: 'Sharpe ratio (backtesting.py)',
    unit: 'ratio',
    formula: '(g^P - 1) / √((s² + g²)^P - g^(2P))',
    source: 'backtesting.py Sharpe Ratio',
    isAnnualised: true,
    compute: withDeviation(2, facts =>
      ratio(geometricYear(facts), geometricVolatility(facts), 'the volatility is 0'),
    ),
  },
  {
    name: 'compat.backtesting.sortino',
    label: 'Sortino ratio (backtesting.py)',
    unit: 'ratio',
    formula: '(g^P - 1) / (√(Σ min(r, 0)² / n)·√P)',
    source: 'backtesting.py Sortino Ratio',
    isAnnualised: true,
    compute: withDays(2, facts =>
      ratio(
        geometricYear(facts),
        facts.downside() * Math.sqrt(facts.run.periodsPerYear),
        'no losing day',
      ),
    ),
  },
  {
    name: 'compat.backtesting.calmar',
    label: 'Calmar ratio (backtesting.py)',
    unit: 'ratio',
    formula: '(g^P - 1) / maximum drawdown',
    source: 'backtesting.py Calmar Ratio',
    isAnnualised: true,
    compute: withDays(2, facts => ratio(geometricYear(facts), facts.maxDrawdown(), 'no drawdown')),
  },
  {
    name: 'compat.backtesting.profitFactor',
    label: 'Profit factor (backtesting.py)',
    unit: 'ratio',
    formula: 'Σ t > 0 / |Σ t < 0|, t = price change of a trade in its favour / open price',
    source: 'backtesting.py Profit Factor',
    compute: withTrades(({ trades }) => {
      const all = trades().map(({ priceReturn }) => priceReturn);
      return ratio(
        sum(all.filter(each => each > 0)),
        -sum(all.filter(each => each < 0)),
        'no losing trade',
      );
    }),
  },
  {
    name: 'compat.backtesting.expectancy',
    label: 'Expectancy (backtesting.py)',
    unit: 'fraction',
    formula: 'mean t',
    source: 'backtesting.py Expectancy',
    compute: withTrades(({ trades }) => mean(trades().map(({ priceReturn }) => priceReturn))),
  },
];

function yearlyReturn(facts: Facts): number | UnknownFigure {
  const growth = facts.growth();
  if (growth <= 0) return LOST;
  return growth ** (facts.run.periodsPerYear / facts.fractions().length) - 1;
}

/** Geometric mean of 1 + r; 1 when a return leaves nothing to multiply. */
function geometricMean(facts: Facts): number {
  const fractions = facts.fractions();
  if (fractions.some(fraction => fraction <= -1)) return 1;
  return Math.exp(mean(fractions.map(fraction => Math.log(1 + fraction))));
}

function geometricYear(facts: Facts): number {
  return geometricMean(facts) ** facts.run.periodsPerYear - 1;
}

function geometricVolatility(facts: Facts): number {
  const { periodsPerYear } = facts.run;
  const growth = geometricMean(facts);
  const spread = facts.deviation();
  const yearly = (spread * spread + growth * growth) ** periodsPerYear;
  return Math.sqrt(Math.max(0, yearly - growth ** (2 * periodsPerYear)));
}
