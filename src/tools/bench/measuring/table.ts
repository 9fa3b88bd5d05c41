/** The bench's table: every goal beside its figure, every ratio beside its yardstick. */

import Table from 'cli-table3';
import { type Figure, isMet } from './figure.js';

/** The table of `figures` as text. */
export function tableText(figures: readonly Figure[]): string {
  const table = new Table({
    head: ['bench', 'figure', 'goal', 'met', 'ratio', 'yardstick'],
    colAligns: ['left', 'right', 'right', 'left', 'right', 'left'],
    style: { head: [], border: [] },
  });
  for (const figure of figures) table.push(row(figure));
  return `${table.toString()}\n`;
}

/** A number in three to four digits: 1,234 M, 12.3 k, 0.142. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const size = Math.abs(value);
  if (size >= 1e6) return `${digits(value / 1e6)} M`;
  if (size >= 1e4) return `${digits(value / 1e3)} k`;
  return digits(value);
}

function digits(value: number): string {
  const size = Math.abs(value);
  const places = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toFixed(places).replace(/\B(?=(\d{3})+(?!\d|\.))/g, size >= 1000 ? ',' : '');
}

function row(figure: Figure): string[] {
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
