/**
 * What each decision was worth, as a table and as a drawing with a bar per decision, which follows
 * the page's colours without a script.
 */

import type { AccountReport, ReportDecision } from '../../data/figures/table/report-data.js';
import { grouped, instrumentText, moneyText, signClass, timeText } from '../html/format.js';
import { type Html, html, NOTHING } from '../html/html.js';
import { scrollable } from '../html/scrollable.js';
import type { TransactionLink } from './ledger.js';

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 72;
const RIGHT = 8;
const TOP = 12;
const BOTTOM = 12;
/** Share of its place that a bar leaves empty, and its greatest width. */
const GAP = 0.2;
const WIDEST = 48;

/** The drawing and the table, or a sentence when nothing was opened or closed by a command. */
export function decisionsSection(
  { accountID, currency, decisions = [] }: AccountReport,
  link: TransactionLink,
  generated: ReadonlySet<string>,
): Html {
  if (decisions.length === 0) return html`<p class="note">No command opened or closed a trade.</p>`;
  return html`<p class="note">NAV at the end, less the NAV at the end without the command; all other commands stay as they were sent. A command that names what was then never made is left out with it. Worths of several decisions do not add up.</p>
${drawing(decisions, currency)}
${scrollable(
  'Decisions',
  html`<table class="sortable">
<thead><tr><th scope="col" class="number">Transaction</th><th scope="col" class="text">Time, UTC</th><th scope="col" class="text">Type</th><th scope="col" class="text">Instrument</th><th scope="col" class="number">Units</th><th scope="col" class="number">Worth, ${currency}</th></tr></thead>
<tbody>${decisions.map(each => row({ accountID, link, generated }, each))}</tbody>
</table>`,
)}`;
}

/** What the cells of one account's decisions are made of. */
interface Surroundings {
  readonly accountID: string;
  readonly link: TransactionLink;
  /** Names of instruments with made-up prices. */
  readonly generated: ReadonlySet<string>;
}

function row({ accountID, link, generated }: Surroundings, decision: ReportDecision): Html {
  const { transactionID, time, type, instrument, units, worth } = decision;
  return html`<tr><td class="number" data-sort="${transactionID}">${link(accountID, transactionID)}</td><td class="text" data-sort="${time}">${timeText(time)}</td><td class="text" data-sort="${type}">${type}</td><td class="text" data-sort="${instrument}">${instrumentText(instrument, generated)}</td><td class="number" data-sort="${units}">${grouped(units)}</td><td class="number ${signClass(Number(worth))}" data-sort="${worth}">${moneyText(worth)}</td></tr>
`;
}

function drawing(decisions: readonly ReportDecision[], currency: string): Html {
  const worths = decisions.map(({ worth }) => Number(worth));
  const most = Math.max(0, ...worths);
  const least = Math.min(0, ...worths);
  const span = most - least || 1;
  const y = (money: number) => TOP + ((most - money) / span) * (HEIGHT - TOP - BOTTOM);
  const place = (WIDTH - LEFT - RIGHT) / decisions.length;
  const width = Math.min(WIDEST, place * (1 - GAP));
  const bars = decisions.map(({ transactionID, type, worth }, index) => {
    const money = Number(worth);
    const x = LEFT + place * index + (place - width) / 2;
    const height = Math.max(1, Math.abs(y(money) - y(0)));
    return html`<rect class="${money < 0 ? 'loss' : 'gain'}" x="${at(x)}" y="${at(Math.min(y(money), y(0)))}" width="${at(width)}" height="${at(height)}"><title>${transactionID} ${type}: ${moneyText(worth)} ${currency}</title></rect>
`;
  });
  const labels = [...new Set([most, 0, least])].map(
    money =>
      html`<text x="${LEFT - 6}" y="${at(y(money) + 4)}" text-anchor="end">${grouped(money.toFixed(2))}</text>
`,
  );
  return html`<figure><svg class="histogram" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="What each decision was worth">
${bars}<line x1="${LEFT}" y1="${at(y(0))}" x2="${WIDTH - RIGHT}" y2="${at(y(0))}"/>
${labels}</svg>
<figcaption>Decisions in time order, ${currency}${decisions.length === 1 ? NOTHING : html`, ${decisions.length} of them`}</figcaption></figure>`;
}

function at(position: number): string {
  return String(Number(position.toFixed(1)));
}
