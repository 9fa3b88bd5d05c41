/**
 * The figures of an account: the main ones as tiles, and below all of them with their formulas. A
 * figure without a value shows a dash and says why.
 */

import type { FigureDefinition } from '../../figures/definition.js';
import type { AccountReport, FigureRow } from '../../figures/report-data.js';
import { FIGURE_GROUPS, FIGURES } from '../../figures/table.js';
import { type Html, html, NOTHING } from '../html.js';
import { figureText } from './format.js';

const DEFINITIONS: ReadonlyMap<string, FigureDefinition> = new Map(
  FIGURES.map(definition => [definition.name, definition]),
);

/** The tiles and the table; a figure that the table of figures does not know has a tile. */
export function figuresSection({ figures, currency }: AccountReport): Html {
  const main = figures.filter(
    ({ name }) => DEFINITIONS.get(name)?.isMain ?? !DEFINITIONS.has(name),
  );
  return html`<dl class="figures">${main.map(figure => tile(figure, currency))}</dl>
<details><summary>All figures, with their formulas</summary>
<div class="scroll"><table class="formulas"><tbody>${FIGURE_GROUPS.map(group =>
    groupRows(group, figures, currency),
  )}</tbody></table></div></details>`;
}

function tile(figure: FigureRow, currency: string): Html {
  return html`<div title="${DEFINITIONS.get(figure.name)?.formula ?? ''}"><dt>${figure.label}</dt><dd class="${lossClass(figure)}">${figureText(figure, currency)}</dd>${
    figure.value === null ? html`<dd class="reason">${reasonOf(figure)}</dd>` : NOTHING
  }</div>
`;
}

function groupRows(
  { heading, figures: definitions }: (typeof FIGURE_GROUPS)[number],
  figures: readonly FigureRow[],
  currency: string,
): Html {
  const rows = definitions.flatMap(definition => {
    const figure = figures.find(({ name }) => name === definition.name);
    return figure === undefined ? [] : [figureRow(definition, figure, currency)];
  });
  return rows.length === 0
    ? NOTHING
    : html`<tr><th scope="rowgroup" colspan="3">${heading}</th></tr>
${rows}`;
}

function figureRow(
  { formula, source }: FigureDefinition,
  figure: FigureRow,
  currency: string,
): Html {
  const reason = figure.value === null ? html` <small>${reasonOf(figure)}</small>` : NOTHING;
  return html`<tr><td>${figure.label}</td><td class="number ${lossClass(figure)}">${figureText(figure, currency)}${reason}</td><td class="wide">${formula} <small>${source}</small></td></tr>
`;
}

function reasonOf({ reason }: FigureRow): string {
  return reason ?? 'no value';
}

/** Money and returns below zero stand out. */
function lossClass({ unit, value }: FigureRow): string {
  const isLoss = (unit === 'money' || unit === 'fraction') && value !== null && Number(value) < 0;
  return isLoss ? 'loss' : '';
}
