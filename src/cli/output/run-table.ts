/** The table of runs: a row a scenario. It fits the terminal; at last long names are wrapped. */

import type { ScenarioRun } from '../../runtime/run-scenario.js';
import { type FittedColumn, fittedTable } from './terminal/fitted-table.js';

type Column = Omit<FittedColumn, 'cells' | 'fails'> & {
  readonly text: (run: ScenarioRun) => string;
  readonly fails?: (run: ScenarioRun) => boolean;
};

const COLUMNS: readonly Column[] = [
  {
    head: 'scenario',
    align: 'left',
    text: ({ loaded }) => loaded.scenario.name,
    isWrapped: true,
  },
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
export function runTable(runs: readonly ScenarioRun[]): Promise<string> {
  return fittedTable(
    COLUMNS.map(({ text, fails, ...column }) => ({
      ...column,
      cells: runs.map(text),
      ...(fails && { fails: runs.map(fails) }),
    })),
  );
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
