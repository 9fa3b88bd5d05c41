/**
 * The figures of a run in the output of the command line, except those that read every tick: the
 * main figures as a table for people, all of them as values for programs.
 */

import type { ScenarioRun } from '../../broker/runtime/run-scenario.js';
import { type Refusals, refusalsOf } from '../../core/view/refusals.js';
import { accountRuns } from '../../data/figures/account/account-run.js';
import type { FigureRow } from '../../data/figures/table/report-data.js';
import { figuresOf } from '../../data/figures/table/table.js';

/** Figures of one account by name; `reasons` says why a figure is null. */
export interface AccountMetrics {
  readonly accountID: string;
  readonly currency: string;
  readonly figures: Readonly<Record<string, FigureRow['value']>>;
  readonly reasons: Readonly<Record<string, string>>;
  /** What makes a figure doubtful, by its name: `annualised from 12 trading days`. */
  readonly notes: Readonly<Record<string, string>>;
  /** What the account was refused, by reason. */
  readonly refusals: Refusals;
}

/** The content of `metrics.accounts` in `run --json`. */
export function accountMetrics({ loaded, result }: ScenarioRun): AccountMetrics[] {
  return accountRuns(loaded.scenario, result).map(run => {
    const rows = figuresOf(run);
    return {
      accountID: run.accountID,
      currency: run.currency,
      figures: Object.fromEntries(rows.map(({ name, value }) => [name, value])),
      reasons: textsOf(rows, 'reason'),
      notes: textsOf(rows, 'note'),
      refusals: refusalsOf(run.entries),
    };
  });
}

/** A text of each row that has it, by the row's name. */
function textsOf(rows: readonly FigureRow[], field: 'reason' | 'note'): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap(row => {
      const text = row[field];
      return text === undefined ? [] : [[row.name, text]];
    }),
  );
}

/** A table of main figures; `notes` say what the mark beside a label means. */
interface MainFigures {
  readonly head: string[];
  readonly rows: string[][];
  readonly notes: readonly string[];
}

/** The tables of the main figures of each account that a strategy traded, or of the first one. */
export function mainFigures({ loaded, result }: ScenarioRun): MainFigures[] {
  const { scenario, strategies } = loaded;
  const traded = strategies.map(({ choice }) => choice.accountID);
  const runs = accountRuns(scenario, result);
  const shown = runs.filter(({ accountID }) => traded.includes(accountID));
  return (shown.length > 0 ? shown : runs.slice(0, 1)).map(run => {
    const rows = figuresOf(run, ({ isMain, readsTicks }) => isMain === true && readsTicks !== true);
    return {
      head: [scenario.name, run.accountID],
      rows: rows.map(row => {
        const mark = row.note === undefined ? '' : ' *';
        return [`${row.label}${mark}`, figureText(row, run.currency)];
      }),
      notes: [...new Set(rows.flatMap(({ note }) => note ?? []))],
    };
  });
}

/** A figure as text for people: `1.93 %`, `-160.2000 USD`, `- (no drawdown)`. */
export function figureText({ value, reason, unit }: FigureRow, currency: string): string {
  if (value === null) return `- (${reason})`;
  switch (unit) {
    case 'fraction':
      return `${(Number(value) * 100).toFixed(2)} %`;
    case 'money':
      return `${value} ${currency}`;
    case 'days':
      return `${Number(value).toFixed(1)} days`;
    case 'seconds':
      return `${value} s`;
    case 'pips':
      return `${Number(value).toFixed(1)} pips`;
    case 'ratio':
      return Number(value).toFixed(2);
    case 'count':
      return String(value);
  }
}
