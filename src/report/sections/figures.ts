/**
 * The figures of an account: the answers to a reader's first questions, the other main figures as
 * tiles, then all of them with their formulas. A figure without a value shows a dash and the reason.
 */

import type { AccountReport, FigureRow } from '../../data/figures/table/report-data.js';
import { FIGURE_GROUPS, FIGURES } from '../../data/figures/table/table.js';
import { figureText } from '../html/format.js';
import { type Html, html, NOTHING } from '../html/html.js';
import { scrollable } from '../html/scrollable.js';
import { ANSWERED, answers } from './answer.js';

const KNOWN: ReadonlySet<string> = new Set(FIGURES.map(({ name }) => name));
const TILES: ReadonlySet<string> = new Set(
  FIGURES.filter(({ name, isMain }) => isMain === true && !ANSWERED.has(name)).map(
    ({ name }) => name,
  ),
);

/** Answers, tiles and table; a figure that is not in the table of figures becomes a tile. */
export function figuresSection(account: AccountReport): Html {
  const { figures, currency } = account;
  // A figure with a note is doubtful, for example annualised from a few days: it stands in the table.
  const tiles = figures.filter(
    ({ name, note }) => (TILES.has(name) && note === undefined) || !KNOWN.has(name),
  );
  return html`${answers(account)}<dl class="figures">${tiles.map(figure => tile(figure, currency))}</dl>
<details><summary>All figures, with their formulas</summary>
${scrollable(
  'All figures',
  html`<table class="formulas"><tbody>${FIGURE_GROUPS.map(({ heading, figures: group }) => {
    const names = new Set(group.map(({ name }) => name));
    const own = figures.filter(({ name }) => names.has(name));
    return groupRows(heading, own, currency);
  })}</tbody></table>`,
)}</details>`;
}

function tile(figure: FigureRow, currency: string): Html {
  return html`<div title="${figure.formula ?? ''}"><dt>${figure.label}</dt><dd class="${lossClass(figure)}">${figureText(figure, currency)}</dd>${
    remarkOf(figure) === '' ? NOTHING : html`<dd class="reason">${remarkOf(figure)}</dd>`
  }</div>
`;
}

function groupRows(heading: string, figures: readonly FigureRow[], currency: string): Html {
  if (figures.length === 0) return NOTHING;
  return html`<tr><th scope="rowgroup" colspan="3">${heading}</th></tr>
${figures.map(figure => figureRow(figure, currency))}`;
}

function figureRow(figure: FigureRow, currency: string): Html {
  const { label, formula = '', source = '' } = figure;
  const remark = remarkOf(figure);
  const reason = remark === '' ? NOTHING : html`<em>${remark}.</em> `;
  return html`<tr><td>${label}</td><td class="number ${lossClass(figure)}">${figureText(figure, currency)}</td><td class="wide">${reason}${formula} <small>${source}</small></td></tr>
`;
}

/** Why there is no value, or what makes the value doubtful; empty for most figures. */
function remarkOf({ value, reason, note = '' }: FigureRow): string {
  return value === null ? (reason ?? 'no value') : note;
}

/** The class for a loss: money and returns below zero. */
function lossClass({ unit, value }: FigureRow): string {
  const isLoss = (unit === 'money' || unit === 'fraction') && value !== null && Number(value) < 0;
  return isLoss ? 'loss' : '';
}
