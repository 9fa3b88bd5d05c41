/**
 * Figures of closed trades. A trade's result is its realized P/L and financing less its share of
 * commission and fees; open trades count for nothing here. Source: docs/reference/figures.md.
 */

import { type Decimal, MONEY_DIGITS, sum } from '../../../core/base/decimal.js';
import { MICROS_PER_SECOND } from '../../../core/time/instant.js';
import type { Facts } from '../facts/facts.js';
import type { TradeResult } from '../facts/trade-results.js';
import { mean, sampleDeviation } from '../math/statistics.js';
import { type FigureDefinition, withTrades } from './definition.js';
import { ratio, UnknownFigure } from './figure.js';

const NO_WIN = new UnknownFigure('no winning trade');
const NO_LOSS = new UnknownFigure('no losing trade');

export const TRADE_FIGURES: readonly FigureDefinition[] = [
  {
    name: 'closedTrades',
    label: 'Closed trades',
    unit: 'count',
    formula: 'number of closed trades',
    source: 'backtesting.py # Trades',
    isMain: true,
    isCompared: true,
    compute: ({ trades }) => trades().length,
  },
  {
    name: 'openTrades',
    label: 'Open trades at the end',
    unit: 'count',
    formula: 'number of trades still open at the end',
    source: 'v20 openTradeCount',
    compute: ({ run, trades }) => run.tradeRecords.length - trades().length,
  },
  {
    name: 'winRate',
    label: 'Win rate',
    unit: 'fraction',
    formula: 'number of results > 0 / number of results',
    source: 'backtesting.py Win Rate',
    isMain: true,
    isCompared: true,
    compute: withTrades(facts => facts.wins().length / facts.results().length),
  },
  {
    name: 'profitFactor',
    label: 'Profit factor',
    unit: 'ratio',
    formula: 'Σ results > 0 / |Σ results < 0|, in money',
    source: 'LEAN ProfitFactor',
    isMain: true,
    isCompared: true,
    compute: withTrades(facts => {
      const lost = total(facts, result => result.lt(0));
      return ratio(
        total(facts, result => result.gt(0)).toNumber(),
        lost.negated().toNumber(),
        'no losing trade',
      );
    }),
  },
  {
    name: 'expectancy',
    label: 'Expectancy',
    unit: 'money',
    formula: 'mean result',
    source: 'LEAN AverageProfitLoss',
    isMain: true,
    isCompared: true,
    compute: withTrades(averageResult),
  },
  {
    name: 'expectancyR',
    label: 'Expectancy in R',
    unit: 'ratio',
    formula:
      'mean of result / (|open price - stop|·units in home currency), over trades whose opening fill made a stop',
    source: 'Van Tharp, R multiples',
    compute: withTrades(({ trades }) => {
      const multiples = trades().flatMap(({ result, risk }) =>
        risk === undefined ? [] : [result.toNumber() / risk.toNumber()],
      );
      if (multiples.length === 0)
        return new UnknownFigure('no closed trade was opened with a stop');
      return mean(multiples);
    }),
  },
  {
    name: 'sqn',
    label: 'System quality number',
    unit: 'ratio',
    formula: '√N·mean result / s of results',
    source: 'backtesting.py SQN, on results in money',
    isMain: true,
    isCompared: true,
    compute: withTrades(({ results }) => {
      const { length } = results();
      if (length < 2) return new UnknownFigure('needs 2 closed trades, has 1');
      return ratio(
        Math.sqrt(length) * mean(results()),
        sampleDeviation(results()),
        'all results are the same',
      );
    }),
  },
  {
    name: 'kelly',
    label: 'Kelly criterion',
    unit: 'fraction',
    formula: 'W - (1 - W) / (average win / average loss), W = win rate',
    source: 'backtesting.py Kelly Criterion, QuantStats kelly_criterion',
    compute: withTrades(facts => {
      const payoff = payoffOf(facts);
      if (payoff instanceof UnknownFigure) return payoff;
      const rate = facts.wins().length / facts.results().length;
      return rate - (1 - rate) / payoff;
    }),
  },
  {
    name: 'payoffRatio',
    label: 'Payoff ratio',
    unit: 'ratio',
    formula: 'average win / average loss, in money',
    source: 'QuantStats payoff_ratio, on trades',
    compute: withTrades(payoffOf),
  },
  {
    name: 'bestTrade',
    label: 'Best trade',
    unit: 'money',
    formula: 'highest result',
    source: 'backtesting.py Best Trade, in money',
    isMain: true,
    compute: withTrades(({ trades }) => sorted(trades()).at(-1)?.result ?? NO_WIN),
  },
  {
    name: 'worstTrade',
    label: 'Worst trade',
    unit: 'money',
    formula: 'lowest result',
    source: 'backtesting.py Worst Trade, in money',
    isMain: true,
    compute: withTrades(({ trades }) => sorted(trades())[0]?.result ?? NO_LOSS),
  },
  {
    name: 'avgWin',
    label: 'Average win',
    unit: 'money',
    formula: 'mean of results > 0',
    source: 'LEAN AverageProfit',
    compute: withTrades(facts => averageOf(facts, result => result.gt(0), NO_WIN)),
  },
  {
    name: 'avgLoss',
    label: 'Average loss',
    unit: 'money',
    formula: 'mean of results < 0',
    source: 'LEAN AverageLoss',
    compute: withTrades(facts => averageOf(facts, result => result.lt(0), NO_LOSS)),
  },
  {
    name: 'maxWinStreak',
    label: 'Longest winning streak',
    unit: 'count',
    formula: 'most results > 0 in a row, in the order of closing',
    source: 'LEAN MaxConsecutiveWinningTrades',
    compute: ({ results }) => longestRun(results(), result => result > 0),
  },
  {
    name: 'maxLossStreak',
    label: 'Longest losing streak',
    unit: 'count',
    formula: 'most results < 0 in a row, in the order of closing',
    source: 'LEAN MaxConsecutiveLosingTrades',
    isLessBetter: true,
    compute: ({ results }) => longestRun(results(), result => result < 0),
  },
  {
    name: 'avgTradeDuration',
    label: 'Average trade duration',
    unit: 'seconds',
    formula: 'mean time from opening to close',
    source: 'backtesting.py Avg. Trade Duration',
    compute: withTrades(({ trades }) => mean(trades().map(durationOf))),
  },
  {
    name: 'maxTradeDuration',
    label: 'Longest trade',
    unit: 'seconds',
    formula: 'longest time from opening to close',
    source: 'backtesting.py Max. Trade Duration',
    compute: withTrades(({ trades }) =>
      trades()
        .map(durationOf)
        .reduce((a, b) => Math.max(a, b)),
    ),
  },
  {
    name: 'pips',
    label: 'Pips won',
    unit: 'pips',
    formula: 'Σ (average close price - open price) / pip, signed by side; not weighted by units',
    source: 'v20 Trade averageClosePrice',
    compute: ({ trades }) => sum(trades().map(({ pips }) => pips)),
  },
  {
    name: 'avgAdverseExcursion',
    label: 'Average adverse excursion',
    unit: 'pips',
    formula: 'mean of the largest move of the closing price against a trade, over its ticks',
    source: 'LEAN AverageMAE, in pips',
    isLessBetter: true,
    readsTicks: true,
    compute: withTrades(facts => averageExcursion(facts, 'adverse')),
  },
  {
    name: 'avgFavourableExcursion',
    label: 'Average favourable excursion',
    unit: 'pips',
    formula: 'mean of the largest move of the closing price in favour of a trade, over its ticks',
    source: 'LEAN AverageMFE, in pips',
    readsTicks: true,
    compute: withTrades(facts => averageExcursion(facts, 'favourable')),
  },
  {
    name: 'exposure',
    label: 'Exposure',
    unit: 'fraction',
    formula:
      'time with an open trade / time in which at least one instrument with ticks was in its trading hours',
    source: 'backtesting.py Exposure Time, in time instead of bars',
    isMain: true,
    isCompared: true,
    compute: ({ exposure }) => exposure() ?? new UnknownFigure('the market was never open'),
  },
];

function total({ trades }: Facts, wanted: (result: Decimal) => boolean): Decimal {
  return sum(
    trades()
      .map(({ result }) => result)
      .filter(wanted),
  );
}

function averageResult({ trades }: Facts): Decimal {
  return sum(trades().map(({ result }) => result)).divRound(
    trades().length,
    MONEY_DIGITS,
    'nearest',
  );
}

function averageOf(
  facts: Facts,
  wanted: (result: Decimal) => boolean,
  none: UnknownFigure,
): Decimal | UnknownFigure {
  const count = facts.trades().filter(({ result }) => wanted(result)).length;
  return count === 0 ? none : total(facts, wanted).divRound(count, MONEY_DIGITS, 'nearest');
}

function payoffOf(facts: Facts): number | UnknownFigure {
  const wins = facts.wins();
  const losses = facts.losses();
  if (wins.length === 0) return NO_WIN;
  if (losses.length === 0) return NO_LOSS;
  return mean(wins) / -mean(losses);
}

function sorted(trades: readonly TradeResult[]): TradeResult[] {
  return trades.toSorted((a, b) => a.result.compare(b.result));
}

function longestRun(results: readonly number[], wanted: (result: number) => boolean): number {
  let longest = 0;
  let current = 0;
  for (const result of results) {
    current = wanted(result) ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}

function durationOf({ opened, closed }: TradeResult): number {
  return (closed - opened) / MICROS_PER_SECOND;
}

function averageExcursion(
  { excursions }: Facts,
  side: 'adverse' | 'favourable',
): number | UnknownFigure {
  const found = [...excursions().values()].map(excursion => excursion[side]);
  return found.length === 0
    ? new UnknownFigure('no tick came while a closed trade was open')
    : mean(found);
}
