/**
 * Monthly returns as a table: a row a year, a column a month, and the year's compounded return.
 * The shade says how far a month is from zero, the text says the number.
 */

import type { ReportMonth } from '../../data/figures/table/report-data.js';
import { NO_VALUE, percentText } from '../html/format.js';
import { type Html, html } from '../html/html.js';
import { scrollable } from '../html/scrollable.js';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** A return of this size or more has the darkest of the shades. */
const DARKEST = 0.1;
const SHADES = 4;

/** The table, or a sentence when there is no month. */
export function monthsSection(monthly: readonly ReportMonth[]): Html {
  if (monthly.length === 0) return html`<p class="note">No month has a return.</p>`;
  const years = [...new Set(monthly.map(({ year }) => year))].sort((one, other) => one - other);
  return html`${scrollable(
    'Monthly returns',
    html`<table class="months">
<thead><tr><th scope="col">Year</th>${MONTHS.map(name => html`<th scope="col" class="number">${name}</th>`)}<th scope="col" class="number">Total</th></tr></thead>
<tbody>${years.map(year => yearRow(year, monthly))}</tbody>
</table>`,
  )}`;
}

function yearRow(year: number, monthly: readonly ReportMonth[]): Html {
  const own = monthly.filter(each => each.year === year);
  const whole = own.reduce((level, each) => level * (1 + each.return), 1) - 1;
  return html`<tr><th scope="row">${year}</th>${MONTHS.map((_, index) =>
    cell(own.find(({ month }) => month === index + 1)?.return),
  )}${cell(whole)}</tr>
`;
}

function cell(value: number | undefined): Html {
  if (value === undefined) return html`<td class="number none">${NO_VALUE}</td>`;
  const depth = Math.min(SHADES, Math.ceil((Math.abs(value) / DARKEST) * SHADES));
  const shade = depth === 0 ? 'none' : `${value < 0 ? 'down' : 'up'}-${depth}`;
  return html`<td class="number ${shade}">${percentText(value)}</td>`;
}
