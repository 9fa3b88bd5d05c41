/** Figures of money and return. Source: docs/reference/figures.md. */

import { decimal, sum } from '../../../core/base/decimal.js';
import { monthlyReturns } from '../account/daily.js';
import { benchmarkAt } from '../facts/benchmark.js';
import { quantile } from '../math/statistics.js';
import { type FigureDefinition, NO_DAY, withDays } from './definition.js';
import { UnknownFigure } from './figure.js';

const NO_TICKS = new UnknownFigure('no instrument of the market had ticks');

export const RETURN_FIGURES: readonly FigureDefinition[] = [
  {
    name: 'startBalance',
    label: 'Opening balance',
    unit: 'money',
    formula: 'balance after the payments at the beginning of the window',
    source: 'ledger',
    compute: ({ days }) => decimal(days()[0]?.NAV ?? '0'),
  },
  {
    name: 'endNAV',
    label: 'NAV at the end',
    unit: 'money',
    formula: 'balance + unrealized P/L at the end of the window',
    source: 'v20 Account NAV',
    isMain: true,
    compute: facts => facts.endNAV(),
  },
  {
    name: 'paidIn',
    label: 'Paid in after the opening',
    unit: 'money',
    formula: 'deposits - withdrawals after the beginning of the window',
    source: 'ledger',
    compute: ({ days }) =>
      sum(
        days()
          .slice(1)
          .map(({ paidIn }) => paidIn),
      ),
  },
  {
    name: 'netProfit',
    label: 'Net profit',
    unit: 'money',
    formula: 'NAV at the end - everything paid in; financing, commission and fees included',
    source: 'ledger',
    isMain: true,
    isCompared: true,
    compute: facts => facts.netProfit(),
    note: facts => {
      const notes = facts.profitNotes();
      return notes.length === 0 ? undefined : notes.join('; ');
    },
  },
  {
    name: 'peakNAV',
    label: 'Highest NAV',
    unit: 'money',
    formula: 'highest NAV at the end of a day',
    source: 'backtesting.py Equity Peak, daily',
    compute: ({ days }) =>
      days()
        .map(({ NAV }) => decimal(NAV))
        .reduce((highest, NAV) => (NAV.gt(highest) ? NAV : highest)),
  },
  {
    name: 'totalReturn',
    label: 'Total return',
    unit: 'fraction',
    formula: 'Π(1 + r) - 1',
    source: 'QuantStats comp, empyrical cum_returns_final',
    isMain: true,
    isCompared: true,
    compute: withDays(1, facts => facts.growth() - 1),
  },
  {
    name: 'cagr',
    label: 'CAGR',
    unit: 'fraction',
    formula: 'Π(1 + r)^(1 / years) - 1; years = time from opening to end / 365.25 days',
    source: 'backtesting.py CAGR',
    isMain: true,
    isCompared: true,
    isAnnualised: true,
    compute: withDays(1, facts => {
      const growth = facts.growth();
      if (growth <= 0) return new UnknownFigure('everything was lost');
      const years = facts.years();
      return years === 0 ? NO_DAY : growth ** (1 / years) - 1;
    }),
  },
  {
    name: 'buyAndHold',
    label: 'Buy and hold',
    unit: 'fraction',
    formula: "mid at the end / mid at the opening - 1 of the market's first instrument",
    source: 'backtesting.py Buy & Hold Return, on mid prices',
    compute: ({ run }) => {
      const prices = benchmarkAt(run, [run.from, run.to])?.prices;
      if (prices === undefined) return NO_TICKS;
      return (prices.at(-1) ?? 1) / (prices[0] ?? 1) - 1;
    },
  },
  {
    name: 'tradingDays',
    label: 'Trading days',
    unit: 'count',
    formula: 'number of daily returns r',
    source: 'QuantStats, number of returns',
    isCompared: true,
    compute: ({ fractions }) => fractions().length,
  },
  {
    name: 'winDays',
    label: 'Winning days',
    unit: 'count',
    formula: 'number of r > 0',
    source: 'freqtrade days win',
    compute: ({ fractions }) => fractions().filter(fraction => fraction > 0).length,
  },
  {
    name: 'drawDays',
    label: 'Even days',
    unit: 'count',
    formula: 'number of r = 0',
    source: 'freqtrade days draw',
    compute: ({ fractions }) => fractions().filter(fraction => fraction === 0).length,
  },
  {
    name: 'lossDays',
    label: 'Losing days',
    unit: 'count',
    formula: 'number of r < 0',
    source: 'freqtrade days lose',
    isLessBetter: true,
    compute: ({ fractions }) => fractions().filter(fraction => fraction < 0).length,
  },
  {
    name: 'bestDay',
    label: 'Best day',
    unit: 'fraction',
    formula: 'max r',
    source: 'QuantStats best',
    compute: withDays(1, ({ fractions }) => quantile(fractions(), 1)),
  },
  {
    name: 'worstDay',
    label: 'Worst day',
    unit: 'fraction',
    formula: 'min r',
    source: 'QuantStats worst',
    compute: withDays(1, ({ fractions }) => quantile(fractions(), 0)),
  },
  {
    name: 'bestMonth',
    label: 'Best month',
    unit: 'fraction',
    formula: 'max of Π(1 + r) - 1 by calendar month of New York',
    source: 'QuantStats best, monthly',
    compute: withDays(1, ({ returns }) =>
      Math.max(...monthlyReturns(returns()).map(month => month.return)),
    ),
  },
  {
    name: 'worstMonth',
    label: 'Worst month',
    unit: 'fraction',
    formula: 'min of Π(1 + r) - 1 by calendar month of New York',
    source: 'QuantStats worst, monthly',
    compute: withDays(1, ({ returns }) =>
      Math.min(...monthlyReturns(returns()).map(month => month.return)),
    ),
  },
];
