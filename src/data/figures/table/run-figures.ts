/**
 * The figures by which runs are compared: selected figures of the table as plain numbers, rounded
 * for their unit; null where a run has no value. Only selected figures are computed.
 */

import { ensureDefined } from '../../../core/base/assert.js';
import type { Facts } from '../facts/facts.js';
import { type FigureDefinition, figureOf, LEAST_ANNUALISED_DAYS } from './definition.js';
import { FIGURES } from './table.js';

/** Values by name of the figure; money in home currency. */
export type RunFigures = Readonly<Record<string, number | null>>;

export const FIGURE_NAMES: readonly string[] = FIGURES.map(({ name }) => name);

const BY_NAME: ReadonlyMap<string, FigureDefinition> = new Map(
  FIGURES.map(definition => [definition.name, definition]),
);

/** The definition of the figure `name`, which must be in the table. */
export function figureNamed(name: string): FigureDefinition {
  return ensureDefined(BY_NAME.get(name), 'figure', name);
}

/**
 * Names of the figures that are always compared and of those in `more`, in the order of the table.
 */
export function comparedNames(more: readonly string[]): string[] {
  const wanted = new Set(more);
  return FIGURES.filter(({ name, isCompared }) => isCompared === true || wanted.has(name)).map(
    ({ name }) => name,
  );
}

/** Figures of a run, and why some are null. */
export interface ReasonedFigures {
  readonly figures: RunFigures;
  /** The values by the name of the figure. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** The figures `names` of a run. */
export function runFigures(facts: Facts, names: readonly string[]): ReasonedFigures {
  const figures: Record<string, number | null> = {};
  const reasons: Record<string, string> = {};
  for (const name of names) {
    const definition = figureNamed(name);
    const figure = figureOf(definition, facts);
    figures[name] = figure.value === null ? null : Number(figure.value);
    if ('reason' in figure) reasons[name] = figure.reason;
  }
  return { figures, reasons };
}

/**
 * The line that says which of the figures `names` project few trading days onto a year; none when
 * each of `runs` has enough of them.
 */
export function annualisedNote(names: readonly string[], runs: readonly RunFigures[]): string[] {
  const days = runs.flatMap(run => run['tradingDays'] ?? []);
  const annualised = names.filter(name => figureNamed(name).isAnnualised === true);
  const least = days.reduce((one, other) => Math.min(one, other), LEAST_ANNUALISED_DAYS);
  if (least >= LEAST_ANNUALISED_DAYS || annualised.length === 0) return [];
  return [`annualised from as few as ${least} trading days: ${annualised.join(', ')}`];
}
