/**
 * A suite as one HTML file that opens offline: the table of properties and cases, and for each failure the
 * smallest faults with the command that shows it again.
 */

import { VERSION } from '../../../data/version.js';
import { ALL_PROPERTIES, meaningOf, type Property } from '../../../exec/campaign/properties.js';
import type {
  SuiteCell,
  SuiteFailure,
  SuiteRow,
} from '../../../exec/campaign/suite/suite-result.js';
import { type Html, html, NOTHING } from '../../../report/html/html.js';
import { type PageAssets, pageHtml } from '../../../report/html/page-frame.js';
import { scrollable } from '../../../report/html/scrollable.js';
import {
  cellText,
  failureKey,
  followsText,
  rowsOf,
  type SuiteEnd,
  type SuiteTable,
  summaryOf,
} from './suite-words.js';

/** Faults that are shown of one failure. */
const SHOWN_MAX = 20;

/** The whole file. The same suite gives the same bytes. */
export function suitePage(end: SuiteEnd, table: SuiteTable, assets: PageAssets): string {
  const { suite, client, scenario, seed } = end;
  const { shown, left } = rowsOf(table);
  const follows = followsText(table);
  const failing = shown.filter(({ failures }) => failures.length > 0);
  const body = html`<header>
<h1>${suite}: ${client}</h1>
<p>${scenario} · seed ${seed} · Orrery ${VERSION}</p>
${failing.length > 0 ? html`<p class="failure">${summaryOf(table)}</p>` : html`<p><strong>${summaryOf(table)}</strong></p>`}
<nav><a href="#table">Table</a> ${failing.map(({ name }) => html`<a href="#${anchorOf(name)}">${name}</a> `)}<a href="#properties">Properties</a></nav>
</header>
<main>
<section id="table"><h2>Properties under each case</h2>
${caseTable(table, shown)}
<p class="note">ok: no run broke it. 2/3: two of three runs did. -: no run says anything about it.</p>
${follows === undefined ? NOTHING : html`<p class="note">${follows}.</p>`}
${Array.from(left, ([why, names]) => html`<p class="note">Not concerned, ${why}: ${names.join(', ')}.</p>`)}</section>
${failing.map(row => failureSection(row, end))}
<section id="properties"><h2>Properties</h2>
${propertyTable(table.properties)}</section>
</main>
<footer><p>Times are simulated, UTC.</p></footer>`;
  return pageHtml({ title: `${suite}: ${client}`, version: VERSION, body }, assets);
}

function caseTable({ properties }: SuiteTable, rows: readonly SuiteRow[]): Html {
  return scrollable(
    'Properties under each case',
    html`<table class="sortable"><thead><tr><th scope="col">Case</th><th scope="col" class="number">Runs</th><th scope="col" class="number">Met</th>${properties.map(each => html`<th scope="col" class="number" title="${meaning(each)}">${each}</th>`)}</tr></thead>
<tbody>${rows.map(
      row => html`<tr><th scope="row" class="plain" title="${row.about}">${
        row.failures.length > 0 ? html`<a href="#${anchorOf(row.name)}">${row.name}</a>` : row.name
      }</th><td class="number">${row.runs}</td><td class="number">${row.met}</td>${row.cells.map(cell)}</tr>
`,
    )}</tbody></table>`,
  );
}

function cell(each: SuiteCell): Html {
  const sign = each.broken > 0 ? ' loss' : '';
  return html`<td class="number${sign}" data-sort="${each.broken}">${cellText(each)}</td>`;
}

function failureSection(row: SuiteRow, end: SuiteEnd): Html {
  return html`<section id="${anchorOf(row.name)}"><h2>${row.name}</h2>
<p>What happens: ${row.about}. What a program must do: ${row.duty}.</p>
${row.failures.map(each => failurePart(row, each, end))}</section>
`;
}

function failurePart(
  row: SuiteRow,
  { property, words, run, plan, fired, foundRules, shrinkRuns }: SuiteFailure,
  { again }: SuiteEnd,
): Html {
  const command = again.get(failureKey(row.name, property));
  const more = fired.length - SHOWN_MAX;
  const left =
    shrinkRuns === 0
      ? ''
      : `; ${shrinkRuns} more runs left ${plan.rules.length} of ${foundRules} rules`;
  return html`<h3>${property}: ${words}</h3>
<p class="note">Found in run ${run}${left}.</p>
${plan.rules.length === 0 ? NOTHING : html`<pre>${plan.rules.map(rule => JSON.stringify(rule)).join('\n')}</pre>`}
${fired.length === 0 ? NOTHING : html`<ul>${fired.slice(0, SHOWN_MAX).map(what => html`<li>${what}</li>`)}${more > 0 ? html`<li>and ${more} more faults</li>` : NOTHING}</ul>`}
${
  command === undefined
    ? NOTHING
    : html`<p>Again:</p>
<pre>${command}</pre>`
}
`;
}

function propertyTable(properties: readonly string[]): Html {
  return html`<table><tbody>${properties.map(
    each =>
      html`<tr><th scope="row" class="plain">${each}</th><td class="wide">${meaning(each)}</td></tr>
`,
  )}</tbody></table>`;
}

function meaning(property: string): string {
  const isOurs = (ALL_PROPERTIES as readonly string[]).includes(property);
  return isOurs ? meaningOf(property as Property) : 'a property of your own';
}

function anchorOf(name: string): string {
  return `case-${name}`;
}
