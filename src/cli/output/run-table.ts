/**
 * The table of runs: a row a scenario. It fits the terminal, or 80 columns where there is none: columns
 * that people need least are left out, and at last long names are wrapped.
 */

import type { ScenarioRun } from '../../runtime/run-scenario.js';
import { printsToTerminal } from './terminal/print.js';
import { failing, tableStyle } from './terminal/table-style.js';

/** Width of the table where the results go to no terminal. */
const USUAL_WIDTH = 80;
/** Space and border of a cell. */
const CELL_EXTRA = 3;
/** The narrowest column of names. */
const SHORTEST_NAME = 12;

interface Column {
  readonly head: string;
  readonly align: 'left' | 'right';
  readonly text: (run: ScenarioRun) => string;
  /** Whether the text of a run is marked as a failure. */
  readonly fails?: (run: ScenarioRun) => boolean;
  /** Columns with a higher number are left out first; without a number it always stays. */
  readonly leftOut?: number;
}

const COLUMNS: readonly Column[] = [
  { head: 'scenario', align: 'left', text: ({ loaded }) => loaded.scenario.name },
  { head: 'ticks', align: 'right', text: ({ result }) => String(result.ticks), leftOut: 2 },
  {
    head: 'transactions',
    align: 'right',
    text: ({ result }) => String(result.ledger.length),
    leftOut: 3,
  },
  {
    head: 'trades',
    align: 'right',
    text: ({ result }) => String(result.trades.length),
    leftOut: 1,
  },
  { head: 'P/L', align: 'right', text: ({ result }) => amounts(result, 'pl') },
  { head: 'balance', align: 'right', text: ({ result }) => amounts(result, 'balance') },
  {
    head: 'ledger',
    align: 'left',
    text: ({ hash }) => hash.slice('sha256:'.length, 'sha256:'.length + 12),
    leftOut: 4,
  },
  { head: 'checks', align: 'left', text: checks, fails: run => failed(run) > 0 },
];

/** The table, with a line end. */
export async function runTable(runs: readonly ScenarioRun[]): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const width = (printsToTerminal() && process.stdout.columns) || USUAL_WIDTH;
  const columns = fitting(runs, width);
  const others = columns.slice(1).reduce((sum, column) => sum + widthOf(column, runs), 1);
  const [names] = columns;
  const nameWidth = names === undefined ? 0 : Math.min(widthOf(names, runs), width - others) - 1;
  const table = new Table({
    head: columns.map(({ head }) => head),
    style: tableStyle(),
    colAligns: columns.map(({ align }) => align),
    colWidths: [Math.max(nameWidth, SHORTEST_NAME)],
    wordWrap: true,
    wrapOnWordBoundary: false,
  });
  for (const run of runs) {
    table.push(columns.map(({ text, fails }) => (fails?.(run) ? failing(text(run)) : text(run))));
  }
  return `${table.toString()}\n`;
}

/** The columns that fit into `width`, and those that always stay. */
function fitting(runs: readonly ScenarioRun[], width: number): readonly Column[] {
  let columns = COLUMNS;
  const leaving = COLUMNS.filter(({ leftOut }) => leftOut !== undefined).toSorted(
    (a, b) => (b.leftOut ?? 0) - (a.leftOut ?? 0),
  );
  for (const column of leaving) {
    if (columns.reduce((sum, each) => sum + widthOf(each, runs), 1) <= width) break;
    columns = columns.filter(each => each !== column);
  }
  return columns;
}

function widthOf({ head, text }: Column, runs: readonly ScenarioRun[]): number {
  const lines = [head, ...runs.flatMap(run => text(run).split('\n'))];
  return Math.max(...lines.map(line => line.length)) + CELL_EXTRA;
}

function amounts({ accounts }: ScenarioRun['result'], field: 'pl' | 'balance'): string {
  return accounts.map(account => `${account[field]} ${account.currency}`).join('\n');
}

function failed({ expectations }: ScenarioRun): number {
  return expectations.filter(each => !each.ok).length;
}

function checks(run: ScenarioRun): string {
  const count = run.expectations.length;
  if (failed(run) > 0) return `${failed(run)} of ${count} failed`;
  return count > 0 ? `${count} ok` : 'none';
}
