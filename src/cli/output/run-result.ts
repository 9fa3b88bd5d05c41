/** The result of runs: tables for people, one JSON document a run for programs. */

import { join } from 'node:path';
import { decimal, formatMoney, sum } from '../../core/base/decimal.js';
import { formatRfc3339 } from '../../core/time/instant.js';
import { PAGE_FILE } from '../../record/record-format.js';
import type { ScenarioRun } from '../../runtime/run-scenario.js';
import { windowField } from '../flags/window-flags.js';
import { breachLines } from './breach-text.js';
import { refusalText } from './refusal-text.js';
import { runTable } from './run-table.js';
import { failing, tableStyle } from './terminal/table-style.js';

/**
 * A table of the runs, then the main figures of those that traded, hash and failed expectations.
 * @param hasTraded - default: whether the scenario has a strategy.
 */
export async function runTables(
  runs: readonly ScenarioRun[],
  hasTraded = ({ loaded }: ScenarioRun) => loaded.scenario.strategy !== undefined,
): Promise<string> {
  const refusals = refusalText(runs);
  const parts = [refusals.first, await runTable(runs)];
  const traded = runs.filter(hasTraded);
  if (traded.length > 0) {
    const { default: Table } = await import('cli-table3');
    const { mainFigures } = await import('./figure-table.js');
    const style = tableStyle();
    for (const run of traded) {
      for (const { head, rows, notes } of mainFigures(run)) {
        const figures = new Table({ head, style, colAligns: ['left', 'right'] });
        figures.push(...rows);
        parts.push(`${figures.toString()}\n`, ...notes.map(note => `* ${note}\n`));
      }
    }
  }
  parts.push(refusals.rest);
  for (const run of runs) {
    parts.push(...breachLines(run.result).map(line => `${run.loaded.scenario.name}: ${line}\n`));
    if (runs.length === 1) parts.push(`ledger ${run.hash}\n`);
    for (const { what, expected, actual } of run.expectations.filter(each => !each.ok)) {
      const words = `${run.loaded.file}: ${what}: expected ${expected}, was ${actual}`;
      parts.push(`${failing(words)}\n`);
    }
  }
  return parts.join('');
}

/** Where the report of a run is; empty when no folder was written. */
export function reportLine(folder: string | undefined): string {
  return folder === undefined ? '' : `report ${join(folder, PAGE_FILE)}\n`;
}

/** How ticks were made from bars, in words by instrument; no field where all are recorded. */
function madeTicks({ ticks }: ScenarioRun['loaded']) {
  const made = ticks.flatMap(({ instrument, file: { bars } }) =>
    bars === undefined ? [] : [[instrument, bars.words] as const],
  );
  return made.length === 0 ? {} : { madeTicks: Object.fromEntries(made) };
}

/** The JSON document of one run; everything but `timing` is deterministic. */
export async function runDocument(run: ScenarioRun) {
  const { accountMetrics } = await import('./figure-table.js');
  const { scenario } = run.loaded;
  const { result } = run;
  const realized = sum(result.accounts.map(account => decimal(String(account['pl']))));
  return {
    scenario: scenario.name,
    seed: scenario.seed,
    from: formatRfc3339(scenario.from),
    to: formatRfc3339(scenario.to),
    ...windowField(run.loaded),
    ticks: result.ticks,
    ...madeTicks(run.loaded),
    ledger: { transactions: result.ledger.length, sha256: run.hash.slice('sha256:'.length) },
    accounts: result.accounts,
    expectations: run.expectations,
    ...(result.delays.length > 0 && { delays: result.delays }),
    breaches: result.breaches,
    metrics: {
      trades: result.trades.length,
      closedTrades: result.trades.filter(trade => trade.state === 'CLOSED').length,
      realizedPL: formatMoney(realized),
      accounts: accountMetrics(run),
    },
    timing: { seconds: run.seconds, ticksPerSecond: Math.round(result.ticks / run.seconds) },
  };
}
