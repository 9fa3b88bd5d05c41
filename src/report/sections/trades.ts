/**
 * Every trade as a row, with links to its opening and closing transactions and to its place on the
 * chart. The page's script sorts the rows by `data-sort`, and filters them by the columns that offer
 * it. An empty column is left out.
 */

import type { AccountReport, ReportTrade } from '../../data/figures/table/report-data.js';
import { secondsOf } from '../../data/record/read-record.js';
import { inAccount, MOST_TRADES, type TradeHistory } from '../data/trade-history.js';
import { anchorOfTrade } from '../html/anchors.js';
import {
  clientText,
  durationText,
  grouped,
  instrumentText,
  moneyText,
  NO_VALUE,
  signClass,
  timeText,
} from '../html/format.js';
import { type Html, html, NOTHING, trusted } from '../html/html.js';
import { scrollable } from '../html/scrollable.js';
import type { TransactionLink } from './ledger.js';

/** What the cells of one account's trades are made of. */
interface Surroundings {
  readonly accountID: string;
  readonly histories: ReadonlyMap<string, TradeHistory>;
  readonly link: TransactionLink;
  /** Names of instruments with made-up prices. */
  readonly generated: ReadonlySet<string>;
}

interface Column {
  readonly heading: string;
  readonly kind: 'text' | 'number' | 'wide';
  /** What rows are sorted by; undefined shows a dash. */
  readonly value: (trade: ReportTrade) => string | number | undefined;
  /** What is shown; the value itself if absent. */
  readonly show?: (trade: ReportTrade, surroundings: Surroundings) => string | Html;
  readonly sign?: (trade: ReportTrade) => number;
  /** What the page offers for the column: a choice of its values, or the sum of what is shown. */
  readonly offers?: 'filter' | 'sum';
}

const COLUMNS: readonly Column[] = [
  {
    heading: 'Trade',
    kind: 'number',
    value: ({ id }) => id,
    show: ({ id }, { accountID }) =>
      html`<a href="#prices" data-trade="${anchorOfTrade(accountID, id)}">${id}</a>`,
  },
  {
    heading: 'Instrument',
    kind: 'text',
    value: ({ instrument }) => instrument,
    show: ({ instrument }, { generated }) => instrumentText(instrument, generated),
    offers: 'filter',
  },
  {
    heading: 'Side',
    kind: 'text',
    value: ({ initialUnits }) => (initialUnits.startsWith('-') ? 'short' : 'long'),
    offers: 'filter',
  },
  {
    heading: 'Units',
    kind: 'number',
    value: ({ initialUnits }) => initialUnits,
    show: ({ initialUnits }) => grouped(initialUnits),
  },
  {
    heading: 'Opened',
    kind: 'text',
    value: ({ openTime }) => openTime,
    show: ({ openTime }) => timeText(openTime),
  },
  { heading: 'Open price', kind: 'number', value: ({ price }) => price },
  {
    heading: 'Closed',
    kind: 'text',
    value: ({ closeTime, state }) => closeTime ?? state.toLowerCase(),
    show: ({ closeTime, state }) =>
      closeTime === undefined ? state.toLowerCase() : timeText(closeTime),
  },
  {
    heading: 'Close price',
    kind: 'number',
    value: ({ averageClosePrice }) => averageClosePrice,
  },
  {
    heading: 'Held',
    kind: 'number',
    value: secondsHeld,
    show: trade => durationText(secondsHeld(trade) ?? 0),
  },
  {
    heading: 'Result',
    kind: 'number',
    value: ({ result }) => result,
    show: ({ result = '0' }) => moneyText(result),
    sign: ({ result = '0' }) => Number(result),
    offers: 'sum',
  },
  { heading: 'Exit', kind: 'text', value: ({ exitReason }) => exitReason, offers: 'filter' },
  { heading: 'Tag', kind: 'text', value: ({ tag }) => tag, offers: 'filter' },
  pips('Pips', ({ pips: moved }) => moved),
  pips('Worst', ({ adversePips }) => (adversePips === undefined ? undefined : -adversePips)),
  pips('Best', ({ favourablePips }) => favourablePips),
  {
    heading: 'Transactions',
    kind: 'text',
    value: ({ id }) => id,
    show: ({ id }, { accountID, histories, link }) => {
      const closes = histories.get(inAccount(accountID, id))?.closes ?? [];
      const links = closes.map(each => html` ${link(accountID, each.transactionID)}`);
      return html`${link(accountID, id)}${links}`;
    },
  },
  {
    heading: 'Client',
    kind: 'wide',
    value: trade => clientText(trade['clientExtensions']) || undefined,
  },
];

/** The table of one account's trades. */
export function tradesSection(
  { accountID, trades, currency }: AccountReport,
  around: Omit<Surroundings, 'accountID'>,
): Html {
  if (trades.length === 0) return html`<p class="note">No trade was opened.</p>`;
  const shown = trades.slice(0, MOST_TRADES);
  const columns = COLUMNS.filter(({ value }) => shown.some(trade => value(trade) !== undefined));
  const cut =
    shown.length < trades.length
      ? html`<p class="note">The first ${shown.length} of ${trades.length} trades; trades.csv has all of them.</p>`
      : NOTHING;
  return html`${cut}<p class="note">Results are ${currency} after financing and fees; worst and best are the most pips that the price moved against the trade and in its favour while it was open. Click the number of a trade to see it on the chart.</p>
${scrollable(
  'Trades',
  html`<table class="trades sortable filterable pinned">
<thead><tr>${columns.map(heading)}</tr></thead>
<tbody>${shown.map(trade => {
    const cells = columns.map(column => cell(column, trade, { accountID, ...around }));
    return html`<tr id="${anchorOfTrade(accountID, trade.id)}">${cells}</tr>
`;
  })}</tbody>
</table>`,
)}`;
}

function heading({ heading: text, kind, offers }: Column): Html {
  const offered = offers === undefined ? NOTHING : trusted(` data-${offers}`);
  return html`<th scope="col" class="${kind}"${offered}>${text}</th>`;
}

function cell({ kind, value, show, sign }: Column, trade: ReportTrade, around: Surroundings): Html {
  const sortBy = value(trade);
  const shown = sortBy === undefined ? NO_VALUE : (show?.(trade, around) ?? sortBy);
  const classes = `${kind} ${signClass(sign?.(trade) ?? 0)}`.trim();
  return html`<td class="${classes}" data-sort="${sortBy ?? ''}">${shown}</td>`;
}

function pips(heading: string, value: (trade: ReportTrade) => number | undefined): Column {
  return {
    heading,
    kind: 'number',
    value,
    show: trade => grouped((value(trade) ?? 0).toFixed(1)),
  };
}

function secondsHeld({ openTime, closeTime }: ReportTrade): number | undefined {
  return closeTime === undefined ? undefined : secondsOf(closeTime) - secondsOf(openTime);
}
