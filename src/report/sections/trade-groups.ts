/**
 * Closed trades in groups: one table for each property, with results, win rate, excursions and
 * duration. A property with the same value in all trades still has its table, because it has the
 * sums.
 */

import type {
  AccountReport,
  ReportTradeGroup,
  ReportTradeGroups,
} from '../../data/figures/table/report-data.js';
import {
  durationText,
  grouped,
  moneyText,
  NO_VALUE,
  percentText,
  signClass,
} from '../html/format.js';
import { type Html, html } from '../html/html.js';
import { scrollable } from '../html/scrollable.js';

const TITLES: Readonly<Record<ReportTradeGroups['by'], string>> = {
  tag: 'Tag',
  side: 'Side',
  exitReason: 'Exit',
  weekday: 'Weekday',
  hour: 'Hour',
};
const NO_TAG = 'no tag';

/** The tables, or a sentence when no trade has closed. */
export function tradeGroupsSection({ tradeGroups, currency }: AccountReport): Html {
  if (tradeGroups === undefined) return html`<p class="note">Not recorded with this run.</p>`;
  if (tradeGroups.length === 0) return html`<p class="note">No trade has closed.</p>`;
  return html`<p class="note">Closed trades; results are ${currency} after financing and fees. Worst and best are the mean of the most pips that the price moved against a trade and in its favour. Weekday and hour are those of New York when the trade opened.</p>
<div class="groups">${tradeGroups.map(groupTable)}</div>`;
}

function groupTable({ by, groups }: ReportTradeGroups): Html {
  const title = TITLES[by];
  return html`<div>${scrollable(
    `Trades by ${title.toLowerCase()}`,
    html`<table class="sortable pinned">
<thead><tr><th scope="col">${title}</th>${['Trades', 'Result', 'Mean', 'Win rate', 'Worst', 'Best', 'Held'].map(heading => html`<th scope="col" class="number">${heading}</th>`)}</tr></thead>
<tbody>${groups.map((group, index) => row(group, index))}</tbody>
</table>`,
  )}</div>`;
}

function row(group: ReportTradeGroup, index: number): Html {
  const { name, trades, result, winRate, adversePips, favourablePips, seconds } = group;
  const average = Number(result) / trades;
  return html`<tr><th scope="row" class="plain" data-sort="${index}" data-csv="${name}">${name === '' ? NO_TAG : breakable(name)}</th>${number(trades, grouped(String(trades)))}${money(Number(result))}${money(average)}${number(winRate, percentText(winRate))}${pips(adversePips === null ? null : -adversePips)}${pips(favourablePips)}${number(seconds, durationText(seconds))}</tr>
`;
}

/** A name that may be wrapped after an underscore. */
function breakable(name: string): Html {
  const [first = '', ...rest] = name.split('_');
  return html`${first}${rest.map(part => html`_<wbr>${part}`)}`;
}

function money(amount: number): Html {
  return html`<td class="${`number ${signClass(amount)}`.trim()}" data-sort="${amount.toFixed(4)}">${moneyText(String(amount))}</td>`;
}

function pips(value: number | null): Html {
  if (value === null) return html`<td class="number" data-sort="">${NO_VALUE}</td>`;
  return number(value, grouped(value.toFixed(1)));
}

function number(value: number, shown: string): Html {
  return html`<td class="number" data-sort="${value}">${shown}</td>`;
}
