/**
 * What the table of figures says of each figure. Everything that names a figure (report.json, the
 * command line, docs/figures.md) is made from it.
 */

import type { Facts } from '../facts/facts.js';
import { type Raw, Unknown } from './figure.js';
import type { FigureUnit } from './report-data.js';

export interface FigureDefinition {
  /** Stable; other conventions than the recommended one are under `compat`. */
  readonly name: string;
  readonly label: string;
  readonly unit: FigureUnit;
  /** In words and symbols of docs/figures.md. */
  readonly formula: string;
  /** Who defines it so. */
  readonly source: string;
  /** Whether it is printed after a run, unless it reads ticks, and is at the top of the report. */
  readonly isMain?: true;
  /** Whether it is among the figures by which studies always compare their runs. */
  readonly isCompared?: true;
  /** Whether the run with the least of it is the best; of all others it is the one with the most. */
  readonly isLessBetter?: true;
  /** Whether it looks at every tick while a trade is open: only where it is asked for by name. */
  readonly readsTicks?: true;
  readonly compute: (facts: Facts) => Raw;
}

export const NO_DAY = new Unknown('no trading day');
const NO_TRADE = new Unknown('no closed trade');

/** `compute` where there are at least `least` daily returns. */
export function withDays<Result>(least: number, compute: (facts: Facts) => Result) {
  return (facts: Facts): Result | Unknown => {
    const { length } = facts.fractions();
    if (length === 0) return NO_DAY;
    if (length < least) return new Unknown(`needs ${least} trading days, has ${length}`);
    return compute(facts);
  };
}

/** `compute` where the daily returns differ from each other. */
export function withDeviation<Result>(least: number, compute: (facts: Facts) => Result) {
  return withDays(Math.max(2, least), (facts): Result | Unknown =>
    facts.deviation() === 0 ? new Unknown('all daily returns are the same') : compute(facts),
  );
}

/** `compute` where at least one trade has closed. */
export function withTrades(compute: (facts: Facts) => Raw) {
  return (facts: Facts): Raw => (facts.trades().length === 0 ? NO_TRADE : compute(facts));
}
