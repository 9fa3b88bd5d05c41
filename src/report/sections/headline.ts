/**
 * What must be known before any figure is read: why a run was stopped, what a disguise did, what was
 * refused, what ticks and strategy the results come from.
 */

import { basename } from 'node:path';
import { disguiseNote } from '../../data/figures/table/disguise-note.js';
import { headlineOf, reasonLines } from '../../data/figures/table/refusal-lines.js';
import type {
  AccountReport,
  ManifestStrategy,
  ReportData,
} from '../../data/figures/table/report-data.js';
import { tickNotes } from '../../data/figures/table/tick-notes.js';
import { type LookedAt, lookedLines } from '../../data/storage/looks/looked-at.js';
import { type Html, html, NOTHING } from '../html/html.js';

/** Characters of a digest that are shown; the manifest has all of them. */
const SHORT = 12;

/** Paragraphs under the title of the page. */
export function headline({ manifest, accounts }: ReportData, looked?: LookedAt): Html {
  const { failure, ticks, disguise, generated, strategies = [] } = manifest;
  const named = (account: AccountReport, line: string) =>
    accounts.length > 1 ? `${account.accountID}: ${line}` : line;
  const barred = accounts.flatMap(account => {
    const line = account.refusals && headlineOf(account.refusals);
    return line === undefined ? [] : [named(account, line)];
  });
  const refused = accounts.flatMap(account =>
    account.refusals === undefined
      ? []
      : reasonLines(account.refusals).map(line => named(account, line)),
  );
  const notes = ticks.flatMap(each => tickNotes(each).map(note => `${each.instrument}: ${note}`));
  return html`${strategies.map(each => strategyLine(each, strategies.length > 1))}${
    failure === undefined ? NOTHING : html`<p class="failure">The run was stopped: ${failure}</p>`
  }${(generated?.accounts ?? []).map(({ words }) => html`<p class="failure">${capital(words)}</p>`)}${barred.map(line => html`<p class="failure">${capital(line)}</p>`)}${list(disguise === undefined ? [] : [disguiseNote(disguise)])}${list(refused)}${list(notes)}${list(looked === undefined ? [] : lookedLines(looked))}`;
}

function strategyLine(
  { accountID, path, sha256, params }: ManifestStrategy,
  isOneOfMany: boolean,
): Html {
  const given = Object.entries(params).map(([name, value]) => `${name} ${textOf(value)}`);
  return html`<p>Strategy <strong title="${path}">${basename(path)}</strong>${
    isOneOfMany ? ` of ${accountID}` : ''
  }${given.length === 0 ? '' : ` · ${given.join(', ')}`} · <span title="SHA-256 ${sha256}">${sha256.slice(0, SHORT)}</span></p>
`;
}

function list(lines: readonly string[]): Html {
  if (lines.length === 0) return NOTHING;
  return html`<ul class="warnings">${lines.map(line => html`<li>${capital(line)}</li>`)}</ul>
`;
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function capital(line: string): string {
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`;
}
