/**
 * Every trade as a row, with links to the transactions that opened and closed it. The page's script
 * sorts the rows; `data-sort` holds what by.
 */

import type { AccountReport, ReportTrade } from '../../figures/report-data.js';
import { anchorOfTrade } from '../anchors.js';
import { type Html, html, NOTHING } from '../html.js';
import { secondsOf } from '../record.js';
import { inAccount, type TradeHistory } from '../trade-history.js';
import {
  clientText,
  durationText,
  grouped,
  moneyText,
  NO_VALUE,
  signClass,
  timeText,
} from './format.js';
import type { TransactionLink } from './ledger.js';

/** Rows that a page shows at most; trades.csv has all. */
export const MOST_TRADES = 2000;

/** Columns: heading, class of the cells. */
const COLUMNS = [
  ['Trade', 'number'],
  ['Instrument', ''],
  ['Units', 'number'],
  ['Opened', ''],
  ['Open price', 'number'],
  ['Closed', ''],
  ['Close price', 'number'],
  ['Held', 'number'],
  ['Result', 'number'],
  ['Pips', 'number'],
  ['Transactions', ''],
  ['Client', 'wide'],
] as const;

/** The table of one account's trades. */
export function tradesSection(
  { accountID, trades, currency }: AccountReport,
  histories: ReadonlyMap<string, TradeHistory>,
  link: TransactionLink,
): Html {
  if (trades.length === 0) return html`<p class="note">No trade was opened.</p>`;
  const shown = trades.slice(0, MOST_TRADES);
  return html`${
    shown.length < trades.length
      ? html`<p class="note">The first ${shown.length} of ${trades.length} trades; trades.csv has all.</p>`
      : NOTHING
  }<div class="scroll"><table class="trades sortable">
<thead><tr>${COLUMNS.map(([name, kind]) => html`<th scope="col" class="${kind}">${name === 'Result' ? `${name}, ${currency}` : name}</th>`)}</tr></thead>
<tbody>${shown.map(trade => tradeRow(trade, accountID, histories, link))}</tbody>
</table></div>`;
}

function tradeRow(
  trade: ReportTrade,
  accountID: string,
  histories: ReadonlyMap<string, TradeHistory>,
  link: TransactionLink,
): Html {
  const { id, instrument, price, openTime, initialUnits, closeTime, averageClosePrice } = trade;
  const closes = histories.get(inAccount(accountID, id))?.closes ?? [];
  const held = closeTime === undefined ? undefined : secondsOf(closeTime) - secondsOf(openTime);
  const result = trade.result === undefined ? undefined : Number(trade.result);
  const anchor = anchorOfTrade(accountID, id);
  const client = clientText(trade['clientExtensions']);
  const cells: readonly (readonly [Html | string, sortBy: string | number, kind?: string])[] = [
    [html`<a href="#prices" data-trade="${anchor}">${id}</a>`, id],
    [instrument, instrument],
    [grouped(initialUnits), initialUnits],
    [timeText(openTime), openTime],
    [price, price],
    [closeTime === undefined ? trade.state.toLowerCase() : timeText(closeTime), closeTime ?? ''],
    [averageClosePrice ?? NO_VALUE, averageClosePrice ?? ''],
    [held === undefined ? NO_VALUE : durationText(held), held ?? ''],
    [
      trade.result === undefined ? NO_VALUE : moneyText(trade.result),
      result ?? '',
      signClass(result ?? 0),
    ],
    [trade.pips === undefined ? NO_VALUE : grouped(trade.pips.toFixed(1)), trade.pips ?? ''],
    [
      html`${link(accountID, id)}${closes.map(({ transactionID }) => html` ${link(accountID, transactionID)}`)}`,
      id,
    ],
    [client, client],
  ];
  return html`<tr id="${anchor}">${cells.map(
    ([content, sortBy, kind], index) =>
      html`<td class="${[COLUMNS[index]?.[1], kind].filter(Boolean).join(' ')}" data-sort="${sortBy}">${content}</td>`,
  )}</tr>
`;
}
