/**
 * The figures of an account: a tile each, and those by other programs' conventions folded away
 * below. A figure without a value shows a dash and says why.
 */

import type { AccountReport, FigureRow } from '../../figures/report-data.js';
import { type Html, html, NOTHING } from '../html.js';
import { figureText, signClass } from './format.js';

/** Names of figures that follow another program's convention. */
const OTHERS = 'compat.';

/** Both lists. */
export function figuresSection({ figures, currency }: AccountReport): Html {
  const own = figures.filter(({ name }) => !name.startsWith(OTHERS));
  const others = figures.filter(({ name }) => name.startsWith(OTHERS));
  return html`<dl class="figures">${own.map(figure => tile(figure, currency))}</dl>
${
  others.length === 0
    ? NOTHING
    : html`<details><summary>By other programs' conventions</summary>
<dl class="figures">${others.map(figure => tile(figure, currency))}</dl></details>`
}`;
}

function tile(figure: FigureRow, currency: string): Html {
  const { label, name, value, reason } = figure;
  const sign = value !== null && isSigned(figure) ? signClass(Number(value)) : '';
  return html`<div title="${name}"><dt>${label}</dt><dd class="${sign}">${figureText(figure, currency)}</dd>${
    value === null ? html`<dd class="reason">${reason ?? 'no value'}</dd>` : NOTHING
  }</div>
`;
}

/** Whether a figure below zero is a loss rather than a mere number. */
function isSigned({ unit, name }: FigureRow): boolean {
  return (
    /profit|return|pl$|expectancy|cagr/i.test(name) && (unit === 'money' || unit === 'fraction')
  );
}
