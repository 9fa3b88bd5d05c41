/** The bench's table: every goal beside its figure, every ratio beside its yardstick. */

import Table from 'cli-table3';
import { type BenchFigure, isMet, shortNumber } from './figure.js';

/** The table of `figures` as text. */
export function tableText(figures: readonly BenchFigure[]): string {
  const table = new Table({
    head: ['bench', 'figure', 'goal', 'met', 'ratio', 'yardstick'],
    colAligns: ['left', 'right', 'right', 'left', 'right', 'left'],
    style: { head: [], border: [] },
  });
  for (const figure of figures) table.push(row(figure));
  return `${table.toString()}\n`;
}

function row(figure: BenchFigure): string[] {
  const { name, value, unit, ratio, yardstick, goal } = figure;
  const met = isMet(figure);
  const sign = goal?.kind === 'at most' ? '<=' : '>=';
  const of = goal?.of === 'ratio' ? 'ratio ' : '';
  return [
    name,
    `${shortNumber(value)} ${unit}`,
    goal === undefined ? '' : `${of}${sign} ${shortNumber(goal.limit)}`,
    met === undefined ? '' : met ? 'yes' : 'NO',
    Number.isFinite(ratio) ? `${ratio.toPrecision(3)} x` : '',
    yardstick,
  ];
}
