/**
 * Seven rules of moving averages in several currencies: the daily returns of each by plain arithmetic
 * and in the engine. In the engine half the spread is what a change costs in the arithmetic, and there
 * is no financing, because the data have no interest.
 */

import { instant } from '../../../core/time/instant.js';
import type { ReturnMatrix } from '../../luck/return-matrix.js';
import { type AverageRule, averageProfit, averageReturns } from '../arithmetic/average-rule.js';
import { fixingTicks } from '../engine/fixing-ticks.js';
import { OPENING_BALANCE, oneMarket, pairLikeEuro } from '../engine/one-market.js';
import { runStrategies } from '../engine/run-strategies.js';
import { fixingOn, type PriceSeries } from '../series/price-series.js';
import { movingAverages } from '../strategies/moving-averages.js';

/** Short and long averages, in days: our choice, because the abstract of the source names none. */
export const RULES: readonly AverageRule[] = [
  [1, 5],
  [5, 20],
  [1, 200],
  [1, 50],
  [5, 50],
  [1, 150],
  [10, 50],
].map(([short = 1, long = 1]) => ({ short, long }));
/** The cost of a change of the position by 1, as a fraction of the price: 2.5 of 10,000 parts. */
export const COST = 0.000_25;
/** Units of a position in the engine, and the points by which its money is compared. */
export const UNITS = 1_000_000;

/** One rule in one currency. */
export interface PanelRun {
  readonly base: string;
  readonly rule: AverageRule;
  /** The days of the returns, counted from 1970: from the day after the first position on. */
  readonly days: readonly number[];
  /** Logarithmic, without an engine. */
  readonly arithmetic: Float64Array;
  /** Changes of the account's net value over the value of the units in dollars. */
  readonly engine: Float64Array;
  /** Dollars that the engine's profit is off that of whole points. */
  readonly difference: number;
}

/** The part of the spread on each side that costs `COST`. @param points - price in points. */
export function halfSpread(points: number): number {
  return Math.round(points * COST);
}

/** Every rule in every series. @param onSeries - called after each series. */
export function averagePanel(
  series: readonly PriceSeries[],
  onSeries: () => void,
): readonly PanelRun[] {
  return series.flatMap(one => {
    const runs = seriesRuns(one);
    onSeries();
    return runs;
  });
}

/** The rules in one market, each with an account of its own. */
function seriesRuns(series: PriceSeries): readonly PanelRun[] {
  const { base, quote, precision, days } = series;
  const instrument = pairLikeEuro(base, quote, precision);
  const values = RULES.map((): number[] => []);
  const strategies = RULES.map((rule, at) =>
    movingAverages({
      ...rule,
      instrument: instrument.name,
      units: UNITS,
      atEqual: 'short',
      onValue: NAV => values[at]?.push(NAV),
    }),
  );
  const scenario = oneMarket({
    name: 'moving averages',
    instrument,
    ticks: fixingTicks(series, halfSpread),
    to: instant(fixingOn(days.at(-1) ?? 0) + 1),
    accounts: RULES.length,
  });
  const { accounts } = runStrategies(scenario, ...strategies);
  return RULES.map((rule, at) =>
    panelRun(series, rule, { values: values[at] ?? [], end: Number(accounts[at]?.NAV) }),
  );
}

/** The net value of an account before each day's order, and at the end. */
interface AccountValues {
  readonly values: readonly number[];
  readonly end: number;
}

function panelRun(
  series: PriceSeries,
  rule: AverageRule,
  { values, end }: AccountValues,
): PanelRun {
  const { base, precision, days, points } = series;
  const dollars = (price: number) => (price * UNITS) / 10 ** precision;
  const { profit, openCost } = averageProfit(points, rule, { half: halfSpread, atEqual: 'short' });
  return {
    base,
    rule,
    days: days.slice(rule.long),
    arithmetic: averageReturns(points, rule, COST),
    engine: Float64Array.from(days.slice(rule.long), (_, at) => {
      const day = rule.long + at;
      const change = (values[day] as number) - (values[day - 1] as number);
      return change / dollars(points[day - 1] as number);
    }),
    difference: end - OPENING_BALANCE - dollars(profit - openCost),
  };
}

/** The source of returns: the arithmetic or the engine. */
export type ReturnSource = 'arithmetic' | 'engine';

/** The returns of all runs by day, 0 before the first position of a run. */
export function panelMatrix(runs: readonly PanelRun[], side: ReturnSource): ReturnMatrix {
  const days = [...new Set(runs.flatMap(run => run.days))].sort((a, b) => a - b);
  const place = new Map(days.map((day, index) => [day, index]));
  const rows = runs.map(run => {
    const row = new Float64Array(days.length);
    run.days.forEach((day, at) => {
      row[place.get(day) as number] = run[side][at] as number;
    });
    return row;
  });
  return { days, rows };
}
