/** The table of runs: a row a scenario. It fits the terminal; at last long names are wrapped. */

import type { ScenarioRun } from '../../broker/runtime/run-scenario.js';
import { decimal, formatMoney, sum } from '../../core/base/decimal.js';
import { type FittedColumn, fittedTable } from './terminal/fitted-table.js';

type Column = Omit<FittedColumn, 'cells' | 'fails'> & {
  readonly text: (run: ScenarioRun) => string;
  readonly fails?: (run: ScenarioRun) => boolean;
};

const TRADES = 'trades';

const COLUMNS: readonly Column[] = [
  {
    head: 'scenario',
    align: 'left',
    text: ({ loaded }) => loaded.scenario.name,
    isWrapped: true,
  },
  { head: 'net profit', align: 'right', text: netProfits },
  { head: 'balance', align: 'right', text: balances },
  { head: 'ticks', align: 'right', text: ({ result }) => String(result.ticks), leftOut: 2 },
  {
    head: 'transactions',
    align: 'right',
    text: ({ result }) => String(result.ledger.length),
    leftOut: 3,
  },
  {
    head: TRADES,
    align: 'right',
    text: ({ result }) => String(result.trades.length),
    leftOut: 1,
  },
  {
    head: 'ledger',
    align: 'left',
    text: ({ hash }) => hash.slice('sha256:'.length, 'sha256:'.length + 12),
    leftOut: 4,
  },
  { head: 'checks', align: 'left', text: checks, fails: run => failed(run) > 0 },
];

/**
 * The table, with a line end.
 * @param hasFigures - whether tables of figures of all runs follow, which count the trades.
 */
export function runTable(runs: readonly ScenarioRun[], hasFigures = false): Promise<string> {
  return fittedTable(
    COLUMNS.filter(({ head }) => !hasFigures || head !== TRADES).map(
      ({ text, fails, ...column }) => ({
        ...column,
        cells: runs.map(text),
        ...(fails && { fails: runs.map(fails) }),
      }),
    ),
  );
}

/** What was realized and not, with financing and dividends, less commission and fees: NAV less what was paid in. */
function netProfits({ result }: ScenarioRun): string {
  const profits = result.accounts.map(account => {
    const amount = (field: string) => decimal(String(account[field] ?? 0));
    const gained = sum(['pl', 'unrealizedPL', 'financing', 'dividendAdjustment'].map(amount));
    const paid = sum(['commission', 'guaranteedExecutionFees'].map(amount));
    return `${formatMoney(gained.minus(paid))} ${account['currency']}`;
  });
  return profits.join('\n');
}

function balances({ result }: ScenarioRun): string {
  return result.accounts.map(account => `${account['balance']} ${account['currency']}`).join('\n');
}

function failed({ expectations }: ScenarioRun): number {
  return expectations.filter(each => !each.ok).length;
}

function checks(run: ScenarioRun): string {
  const count = run.expectations.length;
  if (failed(run) > 0) return `${failed(run)} of ${count} failed`;
  return count > 0 ? `${count} ok` : 'none';
}
