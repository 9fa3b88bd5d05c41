/**
 * Two runs side by side as one HTML file: what differs in their inputs, their figures, both curves
 * in one picture, and the first difference of their ledgers.
 */

import type { Transaction } from '../../core/ledger/transaction.js';
import type { FigureRow } from '../../data/figures/table/report-data.js';
import { FIGURES } from '../../data/figures/table/table.js';
import { firstDivergence } from '../../data/record/ledger-diff.js';
import { type RunRecord, secondsOf } from '../../data/record/read-record.js';
import { figureText, grouped, moneyText, NO_VALUE, timeText } from '../html/format.js';
import { type Html, html, NOTHING } from '../html/html.js';
import { type ChartLine, lineChart } from '../html/line-chart.js';
import { type PageAssets, pageHtml } from '../html/page-frame.js';
import { scrollable } from '../html/scrollable.js';
import {
  type AccountPair,
  accountPairs,
  type FigurePair,
  figurePairs,
  inputPairs,
} from './compared.js';

/** A run with the name that the page gives it. */
export interface NamedRun {
  readonly name: string;
  readonly record: RunRecord;
}

const MAIN: ReadonlySet<string> = new Set(
  FIGURES.filter(({ isMain }) => isMain === true).map(({ name }) => name),
);
/** Length of a date in a time. */
const DATE = 'yyyy-mm-dd'.length;

/** The whole file. */
export function comparisonHtml(a: NamedRun, b: NamedRun, assets: PageAssets): string {
  const pairs = accountPairs(a.record, b.record);
  const title = `${a.name} and ${b.name}`;
  const body = html`<header>
<h1>${title}</h1>
<p>A is ${a.name}, B is ${b.name}.</p>
</header>
<main>
<section id="difference"><h2>First difference</h2>
${firstDifference(a.record, b.record)}</section>
${pairs.map(
  pair => html`<section><h2>${pairs.length > 1 ? `Account ${pair.a.accountID}` : 'Figures'}</h2>
${curves(pair, a, b)}
${figureTable(pair)}</section>
`,
)}<section id="inputs"><h2>Inputs</h2>
${inputTable(a.record, b.record)}</section>
</main>
<footer><p>Differences are B less A. Times are UTC.</p></footer>`;
  return pageHtml({ title, version: b.record.report.manifest.orrery, body }, assets);
}

function firstDifference({ ledger: a }: RunRecord, { ledger: b }: RunRecord): Html {
  const first = firstDivergence(a, b);
  if (first === undefined) {
    return html`<p>The ledgers are identical: ${a.length} transactions.</p>`;
  }
  const { accountID, transactionID, field } = first;
  const isIt = ({ accountID: account, id }: { accountID: string; id: string }) =>
    account === accountID && id === transactionID;
  const at = Math.max(a.findIndex(isIt), b.findIndex(isIt));
  const { type, time } = (a[at] ?? b[at]) as Transaction;
  return html`<p>Transaction ${transactionID} of account ${accountID}, ${type} at ${timeText(time)}: <strong>${field}</strong> is <strong>${first.a}</strong> in A and <strong>${first.b}</strong> in B. ${at === 0 ? 'It is the first of all.' : `The ${at} before it are the same in both.`}</p>`;
}

/** NAV of both, in one picture. */
function curves(pair: AccountPair, a: NamedRun, b: NamedRun): Html {
  const { currency } = pair.a;
  const isSame = currency === pair.b.currency;
  return lineChart({
    label: 'NAV of both runs',
    caption: isSame ? `NAV, ${currency}` : `NAV, ${currency} and ${pair.b.currency}`,
    lines: [lineOf('A', a, pair.a.accountID), lineOf('B', b, pair.b.accountID)],
    xText: seconds => new Date(seconds * 1000).toISOString().slice(0, DATE),
    yText: (money, digits) => grouped(money.toFixed(digits)),
  });
}

/** NAV at the points of the run's curve; at the ends of days where it has none. */
function lineOf(letter: string, { name, record }: NamedRun, accountID: string): ChartLine {
  const curve = record.curve.filter(({ account }) => account === accountID);
  const days = record.report.accounts.find(each => each.accountID === accountID)?.equity ?? [];
  const points = (curve.length > 0 ? curve : days).map(
    ({ time, NAV }) => [secondsOf(time), Number(NAV)] as const,
  );
  return { name: `${letter}: ${name}`, points };
}

function figureTable(pair: AccountPair): Html {
  const pairs = figurePairs(pair);
  const isMain = ({ a }: { a: FigureRow }) => MAIN.has(a.name);
  const table = (rows: typeof pairs) =>
    scrollable(
      'Figures',
      html`<table class="sortable"><thead><tr><th scope="col">Figure</th>${['A', 'B', 'Difference'].map(head => html`<th scope="col" class="number">${head}</th>`)}</tr></thead>
<tbody>${rows.map(each => figureRow(each, pair))}</tbody></table>`,
    );
  const { currency } = pair.a;
  const isSame = currency === pair.b.currency;
  const notes = new Set(pairs.flatMap(({ a, b }) => [a.note ?? [], b.note ?? []].flat()));
  return html`${table(pairs.filter(isMain))}
${isSame ? html`<p class="note">Money is ${currency}.</p>` : NOTHING}${[...notes].map(note => html`<p class="note">* ${note}</p>`)}
<details><summary>All other figures</summary>
${table(pairs.filter(each => !isMain(each)))}</details>`;
}

function figureRow({ a, b, difference }: FigurePair, pair: AccountPair): Html {
  const [one, other] = [pair.a.currency, pair.b.currency];
  const isMixed = a.unit === 'money' && one !== other;
  const text = (figure: FigureRow, currency: string) =>
    a.unit === 'money' && !isMixed && figure.value !== null
      ? moneyText(String(figure.value))
      : figureText(figure, currency);
  const cell = (figure: FigureRow, currency: string) => {
    const { value, reason, note } = figure;
    const mark = note === undefined ? '' : ' *';
    return html`<td class="number" data-sort="${value ?? ''}" title="${reason ?? note ?? ''}">${text(figure, currency)}${mark}</td>`;
  };
  const sign = (difference ?? 0) > 0 ? '+' : '';
  const shown =
    difference === undefined || isMixed
      ? NO_VALUE
      : `${sign}${difference === 0 ? '0' : text({ ...a, value: difference }, one)}`;
  return html`<tr><th scope="row" class="plain" title="${a.formula ?? ''}">${a.label}</th>${cell(a, one)}${cell(b, other)}<td class="number" data-sort="${difference ?? ''}">${shown}</td></tr>
`;
}

/** The inputs that differ as a table, and the names of the others. */
function inputTable(a: RunRecord, b: RunRecord): Html {
  const pairs = inputPairs(a, b);
  const differing = pairs.filter(each => each.a !== each.b);
  const same = pairs.filter(each => each.a === each.b).map(({ name }) => name);
  const alike = html`<p class="note">The same in both: ${same.join(', ') || 'nothing'}.</p>`;
  if (differing.length === 0) return alike;
  return html`${scrollable(
    'Inputs',
    html`<table><thead><tr><th scope="col">Input</th><th scope="col">A</th><th scope="col">B</th></tr></thead>
<tbody>${differing.map(
      each =>
        html`<tr><th scope="row" class="plain">${each.name}</th><td class="wide">${each.a}</td><td class="wide">${each.b}</td></tr>
`,
    )}</tbody></table>`,
  )}${alike}`;
}
