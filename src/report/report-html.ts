/**
 * The report of a run as one HTML file that opens offline. Tables are markup, so they can be read,
 * searched and printed without a script. The page's script draws the charts from a JSON block. The
 * policy in its head allows only that script and that style, and loads nothing. The page is a
 * function of the record alone: no clock, no file, no request.
 */

import type { AccountReport } from '../data/figures/table/report-data.js';
import type { RunRecord } from '../data/record/read-record.js';
import { chartData } from './data/chart-data.js';
import { inAccount, MOST_TRADES, type TradeHistory, tradeHistories } from './data/trade-history.js';
import { grouped, timeText } from './html/format.js';
import { type Html, html, NOTHING, trusted } from './html/html.js';
import { type PageAssets, pageHtml } from './html/page-frame.js';
import type { PageData } from './page/page-data.js';
import { decisionsSection } from './sections/decisions.js';
import { distributionSection } from './sections/distribution.js';
import { excursionsSection } from './sections/excursions.js';
import { figuresSection } from './sections/figures.js';
import { headline } from './sections/headline.js';
import { idleLine, isIdle } from './sections/idle.js';
import { ledgerListing } from './sections/ledger.js';
import { manifestSection } from './sections/manifest.js';
import { monthsSection } from './sections/months.js';
import { notesSection } from './sections/notes.js';
import { tradeGroupsSection } from './sections/trade-groups.js';
import { tradesSection } from './sections/trades.js';

/** The notices that the licences of the chart libraries require. */
const NOTICES = `
  This file contains:
  TradingView Lightweight Charts, Copyright (c) TradingView, Inc., https://www.tradingview.com/,
  under the Apache License 2.0, https://www.apache.org/licenses/LICENSE-2.0
  with fancy-canvas by the same, under the MIT licence;
  uPlot, Copyright (c) Leon Sorokin, https://github.com/leeoniya/uPlot, under the MIT licence:
  Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
  associated documentation files (the "Software"), to deal in the Software without restriction,
  including without limitation the rights to use, copy, modify, merge, publish, distribute,
  sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
  furnished to do so, subject to the following conditions: The above copyright notice and this
  permission notice shall be included in all copies or substantial portions of the Software.
  THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
  NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
  NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
  DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT
  OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

const SECTIONS = [
  ['figures', 'Figures'],
  ['equity', 'Equity'],
  ['prices', 'Prices'],
  ['months', 'Months'],
  ['distribution', 'Results'],
  ['groups', 'Groups'],
  ['trades', 'Trades'],
  ['notes', 'Notes'],
  ['decisions', 'Decisions'],
  ['ledger', 'Ledger'],
  ['manifest', 'Manifest'],
] as const;

type SectionID = (typeof SECTIONS)[number][0];

/** Sections that say nothing of an account without a trade. */
const OF_ACTIVE = ['equity', 'months', 'distribution', 'groups', 'trades'] as const;

/** The whole file. Text of the record is escaped wherever it stands. */
export function reportHtml(record: RunRecord, assets: PageAssets): string {
  const { report, ledger, notes = [] } = record;
  const { name } = report.manifest.scenario;
  const generated = new Set(
    (report.manifest.generated?.accounts ?? []).flatMap(({ instruments }) => instruments),
  );
  const histories = tradeHistories(ledger);
  const data = chartData(record, histories);
  const { section: listing, link } = ledgerListing(ledger, linkedTransactions(record, histories));
  const ofActive = (id: SectionID, content: (account: AccountReport, index: number) => Html) =>
    report.accounts.every(isIdle)
      ? NOTHING
      : html`${section(
          id,
          perAccount(report.accounts, content, () => NOTHING),
        )}
`;
  const body = html`<header>
<h1>${name}</h1>
<p>${timeText(report.window.from)} to ${timeText(report.window.to)} UTC · ${grouped(String(ledger.length))} transactions · seed ${report.manifest.seed} · Orrery ${report.manifest.orrery}</p>
${headline(report, record.looked)}<nav>${shownSections(record).map(([id, title]) => html`<a href="#${id}">${title}</a> `)}</nav>
</header>
<main>
${section('figures', perAccount(report.accounts, figuresSection, idleLine))}
${ofActive('equity', equityCharts)}${section('prices', priceCharts(data))}
${ofActive('months', ({ monthly }) => monthsSection(monthly))}${ofActive(
  'distribution',
  account => html`${distributionSection(account)}${excursionsSection(account)}`,
)}${ofActive('groups', tradeGroupsSection)}${ofActive('trades', account =>
  tradesSection(account, { histories, link, generated }),
)}${notes.length > 0 ? section('notes', notesSection(notes)) : NOTHING}${
  hasDecisions(report.accounts)
    ? section(
        'decisions',
        perAccount(
          report.accounts,
          account => decisionsSection(account, link, generated),
          () => NOTHING,
        ),
      )
    : NOTHING
}${section('ledger', listing)}
${section('manifest', manifestSection(report.manifest))}
</main>
<footer><p>Charts: <a href="https://www.tradingview.com/" rel="noreferrer">TradingView</a> Lightweight Charts™, Copyright © TradingView, Inc., and uPlot by Leon Sorokin; their licences are in this file. Times are UTC, prices of candles are mid prices.</p></footer>`;
  const { orrery } = report.manifest;
  return pageHtml({ title: name, version: orrery, notices: trusted(NOTICES), body, data }, assets);
}

/** The sections of this page: those of notes and decisions only when the run was recorded with them. */
function shownSections({ report, notes }: RunRecord) {
  const left: readonly SectionID[] = [
    ...(report.accounts.every(isIdle) ? OF_ACTIVE : []),
    ...(notes === undefined ? (['notes'] as const) : []),
    ...(hasDecisions(report.accounts) ? [] : (['decisions'] as const)),
  ];
  return SECTIONS.filter(([id]) => !left.includes(id));
}

function hasDecisions(accounts: readonly AccountReport[]): boolean {
  return accounts.some(({ decisions }) => decisions !== undefined);
}

function section(id: SectionID, content: Html): Html {
  const title = SECTIONS.find(([each]) => each === id)?.[1] ?? '';
  return html`<section id="${id}"><h2>${title}</h2>
${content}</section>`;
}

/**
 * The content for each account, headed by its id when there are several.
 * @param ofIdle - what an account without a trade has in its place
 */
function perAccount(
  accounts: readonly AccountReport[],
  content: (account: AccountReport, index: number) => Html,
  ofIdle: (account: AccountReport) => Html,
): Html {
  return html`${accounts.map((account, index) =>
    isIdle(account)
      ? ofIdle(account)
      : html`${accounts.length > 1 ? html`<h3>${account.accountID}</h3>` : NOTHING}${content(account, index)}
`,
  )}`;
}

function equityCharts({ rollingSharpe }: AccountReport, index: number): Html {
  const isFlat = rollingSharpe.points.every(({ value }) => value === null);
  const reason =
    rollingSharpe.reason ?? (isFlat ? 'needs daily returns that are not all the same' : undefined);
  return html`<div class="curves" data-account="${index}"></div>
<noscript><p class="note">Charts are drawn by a script.</p></noscript>
${reason === undefined ? NOTHING : html`<p class="note">No rolling Sharpe ratio: it ${reason}.</p>`}`;
}

function priceCharts({ instruments }: PageData): Html {
  if (instruments.length === 0)
    return html`<p class="note">The run was recorded without candles.</p>`;
  return html`${instruments.map(
    ({ name, granularity, trades, tradeCount }, index) =>
      html`<h3>${name} <small>${granularity}, ${tradesText(trades.length, tradeCount)}</small></h3>
<div class="candles" data-instrument="${index}"></div>
`,
  )}<p class="note">Where trades are too many to tell apart, bars at the foot count those won (up) and lost (down); click a bar, or zoom in, to see each. Arrows are fills: up for bought, down for sold. A line joins the opening of a trade to its close, green when it gained and red when it lost. Dashed lines are take profits and stop losses while they waited. Stepped lines are trailing stops as they followed the ticks, drawn at up to 200 moments of each.${drawnText(instruments)} Click the chart, then use the wheel or pinch to zoom, and drag to move. Keys: arrows move, + and − zoom, 0 shows all.</p>`;
}

/** What the lines of a strategy are, when it drew any. */
function drawnText(instruments: PageData['instruments']): string {
  const isDrawn = instruments.some(({ drawn }) => drawn !== undefined);
  return isDrawn
    ? ' Other lines and dots are what the strategy drew: one value a candle, its last; marks show their text when few are in view.'
    : '';
}

function tradesText(shown: number, all: number): string {
  if (all === 1) return '1 trade';
  const some = shown < all ? `${grouped(String(shown))} of ` : '';
  return `${some}${grouped(String(all))} trades`;
}

/** Every transaction that the table of trades links to. */
function linkedTransactions(
  { report }: RunRecord,
  histories: ReadonlyMap<string, TradeHistory>,
): ReadonlySet<string> {
  const linked = new Set<string>();
  for (const { accountID, trades } of report.accounts) {
    for (const { id } of trades.slice(0, MOST_TRADES)) {
      const closes = histories.get(inAccount(accountID, id))?.closes ?? [];
      for (const each of [id, ...closes.map(({ transactionID }) => transactionID)]) {
        linked.add(inAccount(accountID, each));
      }
    }
  }
  return linked;
}
