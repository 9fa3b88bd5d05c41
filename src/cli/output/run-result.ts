/** The result of runs: tables for people, one JSON document a run for programs. */

import { join } from 'node:path';
import type { ScenarioRun } from '../../broker/runtime/run-scenario.js';
import { decimal, formatMoney, sum } from '../../core/base/decimal.js';
import { present } from '../../core/base/present.js';
import { formatRfc3339 } from '../../core/time/instant.js';
import { accountRuns } from '../../data/figures/account/account-run.js';
import { Facts } from '../../data/figures/facts/facts.js';
import { PAGE_FILE } from '../../data/record/record-format.js';
import { runBars } from '../../data/record/run-bars.js';
import { lookedLines } from '../../data/storage/looks/looked-at.js';
import { disguiseField, windowField } from '../flags/window-flags.js';
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
  const traded = runs.filter(hasTraded);
  const hasFigures = traded.length === runs.length;
  const generated = runs.flatMap(generatedLines);
  const parts = [refusals.first, ...generated, await runTable(runs, hasFigures)];
  parts.push(...runs.filter(run => !hasTraded(run)).flatMap(financingLines));
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
    const { name } = run.loaded.scenario;
    parts.push(...breachLines(run.result).map(line => `${name}: ${line}\n`));
    if (run.looked !== undefined) {
      const named = runs.length === 1 ? '' : `${name}: `;
      parts.push(...lookedLines(run.looked).map(line => `${named}${line}\n`));
    }
    if (runs.length === 1) parts.push(`ledger ${run.hash}\n`);
    for (const { what, expected, actual } of run.expectations.filter(each => !each.ok)) {
      const words = `${run.loaded.file}: ${what}: expected ${expected}, was ${actual}`;
      parts.push(`${failing(words)}\n`);
    }
  }
  return parts.join('');
}

/** What made-up prices gave, before any figure: a line an account. */
function generatedLines({ loaded, result }: ScenarioRun): string[] {
  return accountRuns(loaded.scenario, result).flatMap(run => {
    const note = new Facts(run).generatedNote();
    return note === undefined ? [] : `${run.accountID}: ${note}\n`;
  });
}

/** What is to be known of the net profit of accounts without a table of figures. */
function financingLines({ loaded, result }: ScenarioRun): string[] {
  const { scenario } = loaded;
  return accountRuns(scenario, result).flatMap(run => {
    const notes = new Facts(run).profitNotes();
    return notes.map(note => `${scenario.name}: the net profit of ${run.accountID} ${note}\n`);
  });
}

/** The session of a program: tables if it traded, what the market refused, and the hash. */
export async function sessionText(run: ScenarioRun): Promise<string> {
  if (run.result.trades.length > 0) return runTables([run], () => true);
  const { first, rest } = refusalText([run]);
  const breaches = breachLines(run.result).map(line => `${line}\n`);
  return [first, rest, ...breaches, `ledger ${run.hash}\n`].join('');
}

/** Where the report of a run is; empty when no folder was written. */
export function reportLine(folder: string | undefined): string {
  return folder === undefined ? '' : `report ${join(folder, PAGE_FILE)}\n`;
}

/**
 * For each instrument, how ticks were made from bars, in words, and how many bars held both a stop
 * loss and a take profit; no field where all are recorded.
 */
function madeTicks({ loaded, result }: ScenarioRun) {
  const made = [...runBars(loaded, accountRuns(loaded.scenario, result))];
  if (made.length === 0) return {};
  return {
    madeTicks: Object.fromEntries(made.map(([instrument, { words }]) => [instrument, words])),
    barsWithBoth: Object.fromEntries(
      made.map(([instrument, { withBoth }]) => [instrument, withBoth]),
    ),
  };
}

/** The JSON document of one run; everything but `timing` and `looked` is deterministic. */
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
    ...disguiseField(run.loaded),
    ticks: result.ticks,
    ...madeTicks(run),
    ledger: { transactions: result.ledger.length, sha256: run.hash.slice('sha256:'.length) },
    accounts: result.accounts,
    expectations: run.expectations,
    ...(result.delays.length > 0 && { delays: result.delays }),
    breaches: result.breaches,
    ...present({ looked: run.looked }),
    metrics: {
      trades: result.trades.length,
      closedTrades: result.trades.filter(trade => trade.state === 'CLOSED').length,
      realizedPL: formatMoney(realized),
      accounts: accountMetrics(run),
    },
    timing: { seconds: run.seconds, ticksPerSecond: Math.round(result.ticks / run.seconds) },
  };
}
