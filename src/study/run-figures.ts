/**
 * The figures of one run of a study: the few by which runs are compared. All are rounded to fixed
 * digits here, so that tables are the same wherever they are made, and are null where they do not
 * exist, never NaN or Infinity.
 */

import { decimal, sum } from '../core/base/decimal.js';
import type { BacktestResult } from '../core/engine/backtest.js';
import { rolloverDay } from '../core/time/calendar.js';
import { parseInstant } from '../core/time/instant.js';
import { sampleVariance } from './luck.js';

/** Every figure and its decimals, in the order of the table. */
export const FIGURE_DIGITS = {
  /** Home currency: NAV at the end less all funds transferred in. */
  netProfit: 4,
  /** Net profit over the opening balance. */
  return: 6,
  /** Deepest fall of the daily NAV from its peak, as a fraction of the peak. */
  maxDrawdown: 6,
  /** Closed trades. */
  trades: 0,
  /** Share of closed trades with a realized profit above zero. */
  winRate: 6,
  /** Money won over money lost by closed trades; null without a loss. */
  profitFactor: 6,
  /** Mean over standard deviation (n - 1) of daily returns, times the root of 252. */
  sharpe: 6,
  /** Daily returns: from 17:00 New York to 17:00 New York, Saturdays and Sundays left out. */
  days: 0,
  /** Third standardised moment of the daily returns, over n. */
  skewness: 6,
  /** Fourth standardised moment of the daily returns, over n; 3 for a normal distribution. */
  kurtosis: 6,
} as const;

export type FigureName = keyof typeof FIGURE_DIGITS;
export type RunFigures = Readonly<Record<FigureName, number | null>>;

export const FIGURE_NAMES = Object.keys(FIGURE_DIGITS) as readonly FigureName[];

/** Trading days of a year, by the convention of QuantStats and empyrical. */
export const DAYS_A_YEAR = 252;

/** The figures of account `accountID`. */
export function runFigures(result: BacktestResult, accountID: string): RunFigures {
  const funds = result.ledger.flatMap(transaction =>
    transaction.type === 'TRANSFER_FUNDS' && transaction.accountID === accountID
      ? [decimal(transaction.amount)]
      : [],
  );
  const opening = Number((funds[0] ?? decimal(0)).toFixed());
  const navs = dailyNavs(result, accountID);
  const final = decimal(navs.at(-1)?.text ?? '0');
  const netProfit = Number(final.minus(sum(funds)).toFixed());
  const values = [opening, ...navs.map(({ text }) => Number(text))];
  return rounded({
    netProfit,
    return: netProfit / opening,
    maxDrawdown: maxDrawdown(values),
    ...tradeFigures(tradeResults(result, accountID)),
    ...returnFigures(returnsOf(values)),
  });
}

/** What each closed trade of `accountID` realized, in the order of their ids. */
export function tradeResults(result: BacktestResult, accountID: string): number[] {
  return result.trades
    .filter(trade => trade.accountID === accountID && trade.state === 'CLOSED')
    .map(trade => Number(trade.realizedPL));
}

/** The deepest fall from a peak, as a fraction of the peak. */
export function maxDrawdown(values: readonly number[]): number {
  let peak = 0;
  let deepest = 0;
  for (const value of values) {
    peak = Math.max(peak, value);
    if (peak > 0) deepest = Math.max(deepest, (peak - value) / peak);
  }
  return deepest;
}

/** NAV at the end of each trading day, and of the run. */
function dailyNavs({ equity }: BacktestResult, accountID: string): { readonly text: string }[] {
  const points = equity.filter(point => point.accountID === accountID);
  return points.flatMap(({ time, NAV }, index) => {
    const isLast = index === points.length - 1;
    const at = parseInstant(time)?.at;
    const day = at === undefined ? undefined : rolloverDay(at);
    const isWeekend = day === 'SATURDAY' || day === 'SUNDAY';
    return isWeekend && !isLast ? [] : [{ text: NAV }];
  });
}

/** Up to the point where nothing is left: there is no return on nothing. */
function returnsOf(values: readonly number[]): number[] {
  const returns: number[] = [];
  for (let index = 1; index < values.length; index++) {
    const before = values[index - 1] as number;
    if (!(before > 0)) break;
    returns.push((values[index] as number) / before - 1);
  }
  return returns;
}

function tradeFigures(results: readonly number[]) {
  const wins = results.filter(result => result > 0);
  const won = wins.reduce((total, result) => total + result, 0);
  const lost = results.reduce((total, result) => total + Math.max(0, -result), 0);
  return {
    trades: results.length,
    winRate: results.length === 0 ? null : wins.length / results.length,
    profitFactor: lost === 0 ? null : won / lost,
  };
}

function returnFigures(returns: readonly number[]) {
  const count = returns.length;
  const mean = returns.reduce((total, each) => total + each, 0) / count;
  const averageOf = (term: (away: number) => number) =>
    returns.reduce((total, each) => total + term(each - mean), 0) / count;
  const variance = averageOf(away => away * away);
  const spread = Math.sqrt(variance);
  // Equal returns differ by roundings only: their spread says nothing.
  if (count < 2 || !(spread > 1e-12)) {
    return { sharpe: null, days: count, skewness: null, kurtosis: null };
  }
  return {
    sharpe: (mean / Math.sqrt(sampleVariance(returns))) * Math.sqrt(DAYS_A_YEAR),
    days: count,
    skewness: averageOf(away => away * away * away) / (variance * spread),
    kurtosis: averageOf(away => away * away * away * away) / (variance * variance),
  };
}

function rounded(figures: RunFigures): RunFigures {
  const entries = FIGURE_NAMES.map(name => [name, roundedTo(figures[name], FIGURE_DIGITS[name])]);
  return Object.fromEntries(entries) as RunFigures;
}

/** Rounded to `digits` decimals; null for what is no number, never -0. */
export function roundedTo(value: number | null, digits: number): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  return Number(value.toFixed(digits)) + 0;
}
