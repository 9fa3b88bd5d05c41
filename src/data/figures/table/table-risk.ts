/** Figures of risk, and of return relative to risk. Source: docs/reference/figures.md. */

import { decimal } from '../../../core/base/decimal.js';
import { MICROS_PER_DAY } from '../../../core/time/instant.js';
import type { DrawdownEpisode } from '../facts/drawdown.js';
import type { Facts } from '../facts/facts.js';
import { covariance, excessKurtosis, mean, quantile, skewness, sum } from '../math/statistics.js';
import { type FigureDefinition, NO_DAY, withDays, withDeviation } from './definition.js';
import { type Raw, ratio, UnknownFigure } from './figure.js';
import { probabilisticSharpe, returnShape } from './return-shape.js';

/** Standard normal quantiles at 5 % and 1 %. */
const Z95 = -1.6448536269514722;
const Z99 = -2.3263478740408408;
const NO_LOSS_DAY = 'no losing day';
const NO_DRAWDOWN = 'no drawdown';

const lost = (fractions: readonly number[]) => -sum(fractions.filter(fraction => fraction < 0));
const gained = (fractions: readonly number[]) => sum(fractions.filter(fraction => fraction > 0));
const daysOf = ({ from, to }: DrawdownEpisode) => (to - from) / MICROS_PER_DAY;

export const RISK_FIGURES: readonly FigureDefinition[] = [
  {
    name: 'volatility',
    label: 'Volatility',
    unit: 'fraction',
    formula: 's·√P',
    source: 'QuantStats volatility, empyrical annual_volatility',
    isMain: true,
    isCompared: true,
    isLessBetter: true,
    isAnnualised: true,
    compute: withDays(2, facts => facts.deviation() * Math.sqrt(facts.run.periodsPerYear)),
  },
  {
    name: 'sharpe',
    label: 'Sharpe ratio',
    unit: 'ratio',
    formula: 'm / s·√P, without a risk-free rate',
    source: 'QuantStats sharpe, empyrical sharpe_ratio',
    isMain: true,
    isCompared: true,
    isAnnualised: true,
    compute: withDeviation(
      2,
      facts => (facts.mean() / facts.deviation()) * Math.sqrt(facts.run.periodsPerYear),
    ),
  },
  {
    name: 'sortino',
    label: 'Sortino ratio',
    unit: 'ratio',
    formula: 'm / √(Σ min(r, 0)² / n)·√P',
    source: 'QuantStats sortino, empyrical sortino_ratio',
    isMain: true,
    isCompared: true,
    isAnnualised: true,
    compute: withDays(2, facts =>
      ratio(facts.mean() * Math.sqrt(facts.run.periodsPerYear), facts.downside(), NO_LOSS_DAY),
    ),
  },
  {
    name: 'calmar',
    label: 'Calmar ratio',
    unit: 'ratio',
    formula: 'CAGR / maximum drawdown of daily NAV',
    source: 'QuantStats calmar, with this CAGR',
    isMain: true,
    isCompared: true,
    isAnnualised: true,
    compute: withDays(1, facts => {
      const growth = facts.growth();
      const years = facts.years();
      if (growth <= 0) return new UnknownFigure('everything was lost');
      return ratio(growth ** (1 / years) - 1, facts.maxDrawdown(), NO_DRAWDOWN);
    }),
  },
  {
    name: 'maxDrawdown',
    label: 'Maximum drawdown',
    unit: 'fraction',
    formula: 'max of 1 - v / highest v so far, at the ends of days, v = Π(1 + r), 1 at the opening',
    source:
      'QuantStats max_drawdown, empyrical max_drawdown; sign as in backtesting.py 1 - eq / peak',
    isMain: true,
    isCompared: true,
    isLessBetter: true,
    compute: withDays(1, facts => facts.maxDrawdown()),
  },
  {
    name: 'maxDrawdownTick',
    label: 'Maximum drawdown by the tick',
    unit: 'fraction',
    formula:
      'max of 1 - NAV / highest NAV so far, after every tick with an open trade and every transaction; without the effect of payments',
    source: 'backtesting.py Max. Drawdown, on ticks instead of bars',
    isMain: true,
    isLessBetter: true,
    readsTicks: true,
    compute: facts => facts.equityCurve().deepest,
  },
  {
    name: 'maxDrawdownDuration',
    label: 'Longest drawdown',
    unit: 'days',
    formula: 'longest time from a high until it is reached again, or until the end',
    source: 'backtesting.py Max. Drawdown Duration, daily',
    isMain: true,
    isLessBetter: true,
    compute: withDays(1, ({ episodes }) => Math.max(0, ...episodes().map(daysOf))),
  },
  {
    name: 'avgDrawdown',
    label: 'Average drawdown',
    unit: 'fraction',
    formula: 'mean depth of the drawdowns of daily NAV',
    source: 'backtesting.py Avg. Drawdown',
    isLessBetter: true,
    compute: withEpisodes(episodes => mean(episodes.map(({ depth }) => depth))),
  },
  {
    name: 'avgDrawdownDuration',
    label: 'Average drawdown duration',
    unit: 'days',
    formula: 'mean time from a high until it is reached again, or until the end',
    source: 'backtesting.py Avg. Drawdown Duration',
    isLessBetter: true,
    compute: withEpisodes(episodes => mean(episodes.map(daysOf))),
  },
  {
    name: 'maxRecovery',
    label: 'Longest recovery',
    unit: 'days',
    formula: 'longest time from the bottom of a drawdown that is over to its end',
    source: 'LEAN DrawdownRecovery',
    isLessBetter: true,
    compute: withEpisodes(episodes => {
      const over = episodes.filter(({ isOver }) => isOver);
      if (over.length === 0) return new UnknownFigure('no drawdown is over');
      return Math.max(...over.map(({ bottom, to }) => (to - bottom) / MICROS_PER_DAY));
    }),
  },
  {
    name: 'underwater',
    label: 'Time under water',
    unit: 'fraction',
    formula: 'share of trading days that end below the high',
    source: 'freqtrade underwater, in days',
    isLessBetter: true,
    compute: withDays(1, ({ drawdowns, fractions }) => {
      return drawdowns().filter(({ fraction }) => fraction > 0).length / fractions().length;
    }),
  },
  {
    name: 'ulcerIndex',
    label: 'Ulcer index',
    unit: 'fraction',
    formula: '√(Σ drawdown² / (n - 1))',
    source: 'QuantStats ulcer_index',
    isLessBetter: true,
    compute: withDays(2, ({ drawdowns, fractions }) => {
      const squares = drawdowns().map(({ fraction }) => fraction * fraction);
      return Math.sqrt(sum(squares) / (fractions().length - 1));
    }),
  },
  {
    name: 'recoveryFactor',
    label: 'Recovery factor',
    unit: 'ratio',
    formula: 'total return / maximum drawdown',
    source: 'QuantStats recovery_factor, with the compounded return',
    compute: withDays(1, facts => ratio(facts.growth() - 1, facts.maxDrawdown(), NO_DRAWDOWN)),
  },
  {
    name: 'omega',
    label: 'Omega ratio',
    unit: 'ratio',
    formula: 'Σ max(r, 0) / Σ max(-r, 0)',
    source: 'QuantStats omega, empyrical omega_ratio; threshold 0',
    compute: withDays(2, ({ fractions }) =>
      ratio(gained(fractions()), lost(fractions()), NO_LOSS_DAY),
    ),
  },
  {
    name: 'gainToPain',
    label: 'Gain to pain',
    unit: 'ratio',
    formula: 'Σ r / Σ max(-r, 0), daily',
    source: 'QuantStats gain_to_pain_ratio; Schwager, on days',
    compute: withDays(2, ({ fractions }) =>
      ratio(sum(fractions()), lost(fractions()), NO_LOSS_DAY),
    ),
  },
  {
    name: 'tailRatio',
    label: 'Tail ratio',
    unit: 'ratio',
    formula: '|95 % quantile of r / 5 % quantile of r|, linear between ranks',
    source: 'QuantStats tail_ratio, empyrical tail_ratio',
    compute: withDays(2, ({ fractions }) => {
      const low = quantile(fractions(), 0.05);
      return ratio(Math.abs(quantile(fractions(), 0.95)), Math.abs(low), 'the 5 % quantile is 0');
    }),
  },
  {
    name: 'skewness',
    label: 'Skewness',
    unit: 'ratio',
    formula: 'sample skewness of r (G1)',
    source: 'QuantStats skew',
    isCompared: true,
    compute: withDeviation(3, ({ moments }) => skewness(moments())),
  },
  {
    name: 'kurtosis',
    label: 'Excess kurtosis',
    unit: 'ratio',
    formula: 'sample excess kurtosis of r (G2); 0 for a normal distribution',
    source: 'QuantStats kurtosis',
    isCompared: true,
    isLessBetter: true,
    compute: withDeviation(4, ({ moments }) => excessKurtosis(moments())),
  },
  {
    name: 'valueAtRisk95',
    label: 'Value at risk, 95 %',
    unit: 'fraction',
    formula: 'm - 1.6449 s, the daily return that a normal distribution is below on one day in 20',
    source: 'QuantStats value_at_risk, LEAN ValueAtRisk95',
    compute: withDays(2, facts => facts.mean() + Z95 * facts.deviation()),
  },
  {
    name: 'valueAtRisk99',
    label: 'Value at risk, 99 %',
    unit: 'fraction',
    formula: 'm - 2.3263 s, the daily return that a normal distribution is below on one day in 100',
    source: 'QuantStats value_at_risk, LEAN ValueAtRisk99',
    compute: withDays(2, facts => facts.mean() + Z99 * facts.deviation()),
  },
  {
    name: 'probabilisticSharpe',
    label: 'Probabilistic Sharpe ratio',
    unit: 'fraction',
    formula:
      'Φ(q·√(n - 1) / √(1 - G1·q + (G2 + 2) / 4·q²)), q = m / s: probability that the true ratio is above 0',
    source: 'Bailey and López de Prado 2012; QuantStats probabilistic_sharpe_ratio',
    compute: facts => {
      const shape = returnShape(facts);
      return shape instanceof UnknownFigure ? shape : probabilisticSharpe(shape, 0);
    },
  },
  {
    name: 'beta',
    label: 'Beta',
    unit: 'ratio',
    formula: "cov(r, b) / var(b), b = daily changes of the mid of the market's first instrument",
    source: 'QuantStats greeks, backtesting.py Beta',
    compute: withDays(2, beta),
  },
  {
    name: 'alpha',
    label: 'Alpha',
    unit: 'fraction',
    formula: '(m - beta·mean b)·P',
    source: 'QuantStats greeks',
    isAnnualised: true,
    compute: withDays(2, facts => {
      const slope = beta(facts);
      const benchmark = facts.benchmarkReturns();
      if (typeof slope !== 'number' || benchmark === undefined) return slope;
      return (facts.mean() - slope * mean(benchmark)) * facts.run.periodsPerYear;
    }),
  },
  {
    name: 'maxMarginUsed',
    label: 'Highest margin used',
    unit: 'money',
    formula: 'highest margin used at the end of a day; within days it may have been higher',
    source: 'v20 Account marginUsed',
    isLessBetter: true,
    compute: ({ days }) =>
      days()
        .map(({ marginUsed }) => decimal(marginUsed))
        .reduce((highest, used) => (used.gt(highest) ? used : highest)),
  },
  {
    name: 'maxMarginUse',
    label: 'Highest use of margin',
    unit: 'fraction',
    formula: 'max of margin used / NAV, after every transaction that left a NAV above zero',
    source: 'v20 Account marginUsed and NAV',
    isMain: true,
    isLessBetter: true,
    readsTicks: true,
    compute: facts => facts.equityCurve().marginUse,
  },
];

function withEpisodes(compute: (episodes: readonly DrawdownEpisode[]) => Raw) {
  return ({ episodes, fractions }: Facts): Raw => {
    if (fractions().length === 0) return NO_DAY;
    return episodes().length === 0 ? new UnknownFigure(NO_DRAWDOWN) : compute(episodes());
  };
}

function beta(facts: Facts): number | UnknownFigure {
  const benchmark = facts.benchmarkReturns();
  if (benchmark === undefined) return new UnknownFigure('no instrument of the market had ticks');
  return ratio(
    covariance(facts.fractions(), benchmark),
    covariance(benchmark, benchmark),
    'the instrument did not move',
  );
}
