/** The text at the end of a suite, for people. */

import type { SuiteFailure, SuiteRow } from '../../../exec/campaign/suite/suite-result.js';
import { type FittedColumn, fittedTable } from '../terminal/fitted-table.js';
import {
  cellText,
  failureKey,
  followsText,
  rowsOf,
  type SuiteEnd,
  type SuiteTable,
  summaryOf,
} from './suite-words.js';

/** Faults that people are shown. */
const SHOWN_MAX = 5;
/** Heads that are shorter in two lines. */
const HEADS: Readonly<Record<string, string>> = {
  duplicate: 'dupli-\ncate',
  position: 'posi-\ntion',
  protected: 'pro-\ntected',
};

/** The text of the end of a suite. */
export async function suiteText(end: SuiteEnd): Promise<string> {
  const { verdict, scenario, suite } = end;
  if (verdict.kind === 'broken-without-faults') {
    const { property, words } = verdict.breach;
    return `${scenario}: breaks without any fault: ${property}: ${words}\n`;
  }
  if (verdict.kind === 'differs') {
    return `${scenario}: two runs without faults differ, so a finding could not be shown again\n`;
  }
  const kept = end.isKept
    ? 'kept: program and scenario have not changed; --anew runs it again\n'
    : '';
  const { shown, left } = rowsOf(verdict);
  const notes = Array.from(left, ([why, names]) => `not concerned, ${why}: ${names.join(', ')}\n`);
  const missed = shown.filter(({ met }) => met === 0).map(({ name }) => name);
  if (missed.length > 0) notes.push(`did not meet the client: ${missed.join(', ')}\n`);
  const follows = followsText(verdict);
  if (follows !== undefined) notes.push(`${follows}\n`);
  const failures = shown.flatMap(row => row.failures.map(each => failureText(row, each, end)));
  const table = shown.length === 0 ? '' : await tableText(verdict, shown);
  return `${table}${notes.join('')}${failures.join('')}${kept}${suite}: ${summaryOf(verdict)}\n`;
}

function tableText({ properties }: SuiteTable, rows: readonly SuiteRow[]): Promise<string> {
  const columns = properties.map((property, at): FittedColumn => {
    const cells = rows.map(row => row.cells[at] ?? { property, judged: 0, broken: 0 });
    return {
      head: HEADS[property] ?? property,
      align: 'right',
      cells: cells.map(cellText),
      fails: cells.map(({ broken }) => broken > 0),
    };
  });
  const names = rows.map(({ name }) => name);
  return fittedTable([{ head: 'case', align: 'left', cells: names, isWrapped: true }, ...columns]);
}

function failureText(
  row: SuiteRow,
  { property, words, run, plan, fired, foundRules, shrinkRuns }: SuiteFailure,
  { again }: SuiteEnd,
): string {
  const smaller =
    shrinkRuns === 0
      ? ''
      : `; ${shrinkRuns} more runs left ${plan.rules.length} of ${foundRules} rules`;
  const command = again.get(failureKey(row.name, property));
  const lines = [
    `${row.name}: ${property}: ${words}`,
    `  found in run ${run}${smaller}`,
    `  must: ${row.duty}`,
    ...plan.rules.map(rule => `  ${JSON.stringify(rule)}`),
    ...fired.slice(0, SHOWN_MAX).map(what => `  ${what}`),
    ...(fired.length > SHOWN_MAX ? [`  and ${fired.length - SHOWN_MAX} more faults`] : []),
    ...(command === undefined ? [] : [`  again: ${command}`]),
  ];
  return `${lines.join('\n')}\n`;
}
