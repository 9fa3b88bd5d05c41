/** A replication as one HTML file that opens offline: which claims hold, the table, the pictures. */

import { dateText, MICROS_PER_DAY } from '../../../core/time/instant.js';
import { VERSION } from '../../../data/version.js';
import { extremesOf } from '../../../report/data/thinning.js';
import { grouped, signedText } from '../../../report/html/format.js';
import { type Html, html, NOTHING } from '../../../report/html/html.js';
import { lineChart } from '../../../report/html/line-chart.js';
import { type PageAssets, pageHtml } from '../../../report/html/page-frame.js';
import { scrollable } from '../../../report/html/scrollable.js';
import { checkText, hasUnits, numberText, sourceText } from './measure-text.js';
import {
  agrees,
  type Claim,
  type Picture,
  type ReplicationResult,
  type UsedData,
} from './replicated.js';

/** What a page says of a replication beside its result. */
export interface PageHead {
  readonly name: string;
  readonly short: string;
  readonly title: string;
  readonly source: string;
}

/** Points of a curve that a picture draws. */
const MOST_POINTS = 1_500;

/** The page. The same result gives the same bytes. */
export function replicationPage(
  head: PageHead,
  result: ReplicationResult,
  assets: PageAssets,
): string {
  const { name, short, title, source } = head;
  const { claims, pictures, notReproduced, notes, checks } = result;
  const failed = claims.filter(({ holds }) => !holds).length;
  const body = html`<header>
<h1>${title}</h1>
<p>${name}, ${short} · ${source} · Orrery ${VERSION}</p>
<nav><a href="#claims">Claims</a> <a href="#table">Table</a> <a href="#pictures">Pictures</a> <a href="#limits">What is not here</a> <a href="#data">Data</a></nav>
</header>
<main>
<section id="claims" class="verdict"><h2>What holds</h2>
<p class="answer">${answerText(claims.length, failed)}</p>
<ul>${claims.map(claimItem)}</ul></section>
<section id="table"><h2>What was measured</h2>
${measureTable(result)}
${list(notes)}</section>
<section id="pictures"><h2>Pictures</h2>
${pictures.map(drawn)}</section>
<section id="checks"><h2>${agrees(result) ? 'The engine agrees with the arithmetic' : 'The engine differs from the arithmetic'}</h2>
${list(checks.map(checkText))}</section>
<section id="limits"><h2>What could not be reproduced</h2>
${list(notReproduced)}</section>
<section id="data"><h2>Data and parameters</h2>
${list([...result.data.map(dataText), ...Object.entries(result.parameters).map(([key, value]) => `${key}: ${value}`)])}</section>
</main>
<footer><p>The column of the source is empty where it prints no such number, or where its page was not read.</p></footer>`;
  return pageHtml({ title, version: VERSION, body }, assets);
}

function answerText(count: number, failed: number): string {
  const held = count - failed;
  return `${held} of ${count} claims ${held === 1 ? 'holds' : 'hold'}, ${failed} ${failed === 1 ? 'fails' : 'fail'}.`;
}

function claimItem({ says, holds, because }: Claim): Html {
  return html`<li><b>${holds ? 'Holds' : 'Fails'}.</b> ${signedText(says)} ${signedText(because)}</li>
`;
}

function list(items: readonly string[]): Html {
  return items.length === 0
    ? NOTHING
    : html`<ul>${items.map(item => html`<li>${signedText(item)}</li>`)}</ul>`;
}

/** Where data are from, in one line. */
export function dataText({ name, version, data, from, to, sha256, isPinned }: UsedData): string {
  const other = isPinned ? '' : ' - not the file that the published figures were made of';
  return `${name} ${version}, ${data}, ${from} to ${to}, SHA-256 ${sha256}${other}`;
}

function measureTable({ measures }: ReplicationResult): Html {
  const numbers = ['Source', 'Arithmetic', 'Orrery'];
  const unitCell = (cell: Html) => (hasUnits(measures) ? cell : NOTHING);
  const table = scrollable(
    'What was measured',
    html`<table>
<thead><tr><th scope="col" class="wide">Measured</th>${numbers.map(text => html`<th scope="col" class="number">${text}</th>`)}${unitCell(html`<th scope="col" class="text">Unit</th>`)}</tr></thead>
<tbody>${measures.map(
      measure => html`<tr><td class="wide">${signedText(measure.what)}</td><td class="number plain">${grouped(sourceText(measure))}</td>${[
        numberText(measure.arithmetic, measure.digits),
        numberText(measure.orrery, measure.digits),
      ].map(
        text => html`<td class="number">${grouped(text)}</td>`,
      )}${unitCell(html`<td class="text">${measure.unit}</td>`)}</tr>
`,
    )}</tbody></table>`,
  );
  return html`<div class="whole">${table}</div>`;
}

function drawn({ title, caption, lines, bands = [], x, y }: Picture): Html {
  const unit = y === '' ? '' : `\u202f${y}`;
  return html`<h3>${title}</h3>${lineChart({
    label: title,
    caption,
    lines: lines.map(({ name, points }) => ({
      name,
      points: extremesOf(points, [([, value]) => value], MOST_POINTS),
    })),
    bands,
    xText: value =>
      x === 'date'
        ? dateText(Math.floor(value / MICROS_PER_DAY))
        : `${value.toFixed(x.digits)}${x.unit === '' ? '' : `\u202f${x.unit}`}`,
    yText: (value, digits) => `${grouped(value.toFixed(digits))}${unit}`,
  })}`;
}
