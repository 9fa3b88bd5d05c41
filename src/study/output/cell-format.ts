/** Columns of a study's tables as people read them: headings with labels, values with their units. */

import { figureNamed } from '../../data/figures/table/run-figures.js';
import { figureText, grouped, NO_VALUE, timeText } from '../../report/html/format.js';
import type { StudyColumn } from '../judge/table.js';

/** Length of a time to the minute. */
const TO_MINUTES = 'yyyy-mm-dd hh:mm'.length;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const PARTS = [
  ['inSample.', 'In: '],
  ['outOfSample.', 'Out: '],
] as const;
const LABELS: Readonly<Record<string, string>> = {
  paretoFront: 'Pareto front',
  psr: 'PSR',
  dsr: 'DSR',
  dsrOfRuns: 'DSR, raw',
  reasons: 'why empty',
  quantile: 'Quantile',
  shuffledDrawdown: 'Drawdown, shuffled (less is better)',
  redrawnProfit: 'Net profit, redrawn (more is better)',
  redrawnDrawdown: 'Drawdown, redrawn (less is better)',
  noiseProfit: 'Net profit, noise (more is better)',
  noiseDrawdown: 'Drawdown, noise (less is better)',
  bootstrapProfit: 'Net profit, bootstrap (more is better)',
  bootstrapDrawdown: 'Drawdown, bootstrap (less is better)',
};
const TITLES: Readonly<Record<string, string>> = {
  paretoFront: 'whether no other run is at least as good in each goal and better in one',
  psr: 'probabilistic Sharpe ratio: the probability that the true ratio is above 0',
  dsr: 'deflated Sharpe ratio: the probability that the true ratio is above that of the best run by luck; runs that move together count as one',
  dsrOfRuns: 'deflated Sharpe ratio when each run counts as a try of its own',
};

export interface Heading {
  readonly text: string;
  /** The name in the study's files, and the formula of a figure. */
  readonly title: string;
}

/** The heading of a column. */
export function headingOf({ name, unit }: StudyColumn): Heading {
  const [prefix, part] = PARTS.find(([start]) => name.startsWith(start)) ?? ['', ''];
  const own = name.slice(prefix.length);
  const known = LABELS[own];
  if (known !== undefined) return { text: `${part}${known}`, title: TITLES[own] ?? name };
  if (unit === undefined) return { text: name.replace(/^param\./, ''), title: name };
  const { label, formula } = figureNamed(own);
  return { text: `${part}${label}`, title: `${name}: ${formula}` };
}

/** A value with its unit; the currency of money stands in the text above the table. */
export function shownCell({ name, cells, unit }: StudyColumn, row: number): string {
  const cell = cells[row] ?? null;
  if (cell === null) return NO_VALUE;
  if (typeof cell === 'number' && unit !== undefined) {
    return figureText({ name: '', label: '', unit, value: cell }, '').trim();
  }
  if (typeof cell === 'number') return grouped(String(cell));
  if (name === 'paretoFront') return cell === true ? 'yes' : 'no';
  const text = String(cell);
  return TIME.test(text) ? timeText(text).slice(0, TO_MINUTES) : text;
}

/** Whether the values of a column are numbers. */
export function isNumeric({ cells, isText }: StudyColumn): boolean {
  return isText !== true && cells.some(cell => typeof cell === 'number');
}
