/**
 * What the table of figures states about each figure. Everything that names a figure (report.json,
 * the command line, docs/reference/figures.md) is made from it.
 */

import type { Decimal } from '../../../core/base/decimal.js';
import type { Facts } from '../facts/facts.js';
import { type Figure, moneyFigure, roundedFigure, UnknownFigure } from './figure.js';
import type { FigureUnit } from './report-data.js';

/** A figure by its unit: money is exact, so that a formula which returns a float for it does not compile. */
export type FigureDefinition = MoneyDefinition | RoundedDefinition;

interface MoneyDefinition extends Statement {
  readonly unit: 'money';
  /** A sum is not projected. */
  readonly isAnnualised?: never;
  readonly compute: (facts: Facts) => Decimal | UnknownFigure;
}

interface RoundedDefinition extends Statement {
  readonly unit: Exclude<FigureUnit, 'money'>;
  /** Whether a few days are projected onto a year; a short run marks such a figure. */
  readonly isAnnualised?: true;
  readonly compute: (facts: Facts) => number | Decimal | UnknownFigure;
}

/** What is stated about a figure of any unit. */
interface Statement {
  /** Stable name; conventions other than the recommended one are under `compat`. */
  readonly name: string;
  readonly label: string;
  /** Formula in the words and symbols of docs/reference/figures.md. */
  readonly formula: string;
  /** Author of the definition. */
  readonly source: string;
  /**
   * Whether the figure is at the top of the report, and is printed after a run unless it reads
   * ticks.
   */
  readonly isMain?: true;
  /** Whether studies always compare their runs by this figure. */
  readonly isCompared?: true;
  /** Whether a smaller value is better; otherwise a greater one is. */
  readonly isLessBetter?: true;
  /**
   * Whether the figure reads every tick while a trade is open; then it is computed only when named.
   */
  readonly readsTicks?: true;
  /** What makes the value of a run doubtful; undefined when nothing does. */
  readonly note?: (facts: Facts) => string | undefined;
}

/** Trading days below which an annualised figure says little: three months. */
export const LEAST_ANNUALISED_DAYS = 60;

export const NO_DAY = new UnknownFigure('no trading day');
const UNDER_A_DAY = new UnknownFigure('the run is shorter than a day');
const NO_TRADE = new UnknownFigure('no closed trade');

/** The value of a figure. A part of a day is not projected: -0.1 % in an hour is no -100 % a year. */
export function figureOf(definition: FigureDefinition, facts: Facts): Figure {
  if (definition.unit === 'money') return moneyFigure(definition.compute(facts));
  const { compute, unit, isAnnualised } = definition;
  const raw = compute(facts);
  const isProjected = isAnnualised === true && !(raw instanceof UnknownFigure);
  return roundedFigure(isProjected && facts.isUnderADay() ? UNDER_A_DAY : raw, unit);
}

/** `compute`, or a reason when there are fewer than `least` daily returns. */
export function withDays<Result>(least: number, compute: (facts: Facts) => Result) {
  return (facts: Facts): Result | UnknownFigure => {
    const { length } = facts.fractions();
    if (length === 0) return NO_DAY;
    if (length < least) return new UnknownFigure(`needs ${least} trading days, has ${length}`);
    return compute(facts);
  };
}

/** `compute`, or a reason when the daily returns do not vary. */
export function withDeviation<Result>(least: number, compute: (facts: Facts) => Result) {
  return withDays(Math.max(2, least), (facts): Result | UnknownFigure =>
    facts.deviation() === 0 ? new UnknownFigure('all daily returns are the same') : compute(facts),
  );
}

/** `compute`, or a reason when no trade has closed. */
export function withTrades<Result>(compute: (facts: Facts) => Result) {
  return (facts: Facts): Result | UnknownFigure =>
    facts.trades().length === 0 ? NO_TRADE : compute(facts);
}
