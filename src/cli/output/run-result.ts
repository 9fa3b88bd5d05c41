/** The result of runs: tables for people, one JSON document a run for programs. */

import { decimal, formatMoney, sum } from '../../core/base/decimal.js';
import { formatRfc3339 } from '../../core/time/instant.js';
import type { ScenarioRun } from '../../runtime/run-scenario.js';
import { windowField } from '../flags/window-flags.js';
import { breachLines } from './breach-text.js';
import { tableStyle } from './table-style.js';

/**
 * A table of the runs, then the main figures of those that traded, hash and failed expectations.
 * @param hasTraded - default: whether the scenario has a strategy.
 */
export async function runTables(
  runs: readonly ScenarioRun[],
  hasTraded = ({ loaded }: ScenarioRun) => loaded.scenario.strategy !== undefined,
): Promise<string> {
  const { default: Table } = await import('cli-table3');
  const style = tableStyle();
  const table = new Table({
    head: ['scenario', 'ticks', 'transactions', 'trades', 'P/L', 'balance', 'ledger', 'checks'],
    style,
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'left', 'left'],
  });
  for (const run of runs) {
    const { result, loaded } = run;
    const failed = run.expectations.filter(each => !each.ok).length;
    const checks = run.expectations.length;
    table.push([
      loaded.scenario.name,
      result.ticks,
      result.ledger.length,
      result.trades.length,
      result.accounts.map(account => `${account['pl']} ${account.currency}`).join('\n'),
      result.accounts.map(account => `${account.balance} ${account.currency}`).join('\n'),
      run.hash.slice('sha256:'.length, 'sha256:'.length + 12),
      failed > 0 ? `${failed} of ${checks} failed` : checks > 0 ? `${checks} ok` : 'none',
    ]);
  }
  const parts = [`${table.toString()}\n`];
  const traded = runs.filter(hasTraded);
  if (traded.length > 0) {
    const { mainFigures } = await import('./figure-table.js');
    for (const run of traded) {
      const { head, rows } = mainFigures(run);
      const figures = new Table({ head, style, colAligns: ['left', 'right'] });
      figures.push(...rows);
      parts.push(`${figures.toString()}\n`);
    }
  }
  for (const run of runs) {
    parts.push(...breachLines(run.result).map(line => `${run.loaded.scenario.name}: ${line}\n`));
    if (runs.length === 1) parts.push(`ledger ${run.hash}\n`);
    for (const { what, expected, actual } of run.expectations.filter(each => !each.ok)) {
      parts.push(`${run.loaded.file}: ${what}: expected ${expected}, was ${actual}\n`);
    }
  }
  return parts.join('');
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
    ledger: { transactions: result.ledger.length, sha256: run.hash.slice('sha256:'.length) },
    accounts: result.accounts,
    expectations: run.expectations,
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
