/**
 * The report of a run, as data: everything that report.json holds, from the run's result. The same
 * run gives the same bytes.
 */

import { formatMoney } from '../core/base/decimal.js';
import { present } from '../core/base/present.js';
import type { BacktestResult } from '../core/engine/backtest.js';
import type { Scenario } from '../core/engine/scenario.js';
import { formatRfc3339 } from '../core/time/instant.js';
import { type AccountRun, accountRuns } from './account-run.js';
import { monthlyReturns } from './daily.js';
import { distributionOf } from './distribution.js';
import { Facts } from './facts.js';
import { roundedFraction, roundedPips } from './figure.js';
import type { AccountReport, ReportData, ReportTrade, RunManifest } from './report-data.js';
import { figuresOf } from './table.js';

/** The report of `result`, which `scenario` gave. */
export function reportOf(
  manifest: RunManifest,
  scenario: Pick<Scenario, 'from' | 'to'>,
  result: BacktestResult,
): ReportData {
  return {
    report: 1,
    manifest,
    window: { from: formatRfc3339(scenario.from), to: formatRfc3339(scenario.to) },
    accounts: accountRuns(scenario, result).map(accountReport),
  };
}

/** The report of one account. */
export function accountReport(run: AccountRun): AccountReport {
  const facts = new Facts(run);
  const benchmark = facts.benchmark();
  const times = facts.drawdowns().map(({ at }) => formatRfc3339(at));
  return {
    accountID: run.accountID,
    currency: run.currency,
    figures: figuresOf(facts, () => true),
    equity: facts
      .days()
      .map(({ time, NAV, balance, marginUsed }) => ({ time, NAV, balance, marginUsed })),
    drawdown: facts.drawdowns().map(({ fraction }, index) => ({
      time: times[index] as string,
      fraction: roundedFraction(fraction),
    })),
    monthly: monthlyReturns(facts.returns()).map(month => ({
      ...month,
      return: roundedFraction(month.return),
    })),
    trades: tradesOf(facts),
    distribution: distributionOf(facts.results()),
    ...(benchmark === undefined
      ? {}
      : {
          benchmark: {
            instrument: benchmark.instrument,
            points: benchmark.prices.map((price, index) => ({
              time: times[index] as string,
              return: roundedFraction(price / (benchmark.prices[0] ?? price) - 1),
            })),
          },
        }),
  };
}

/** The trades, each with what it came to. */
function tradesOf(facts: Facts): ReportTrade[] {
  const results = new Map(facts.trades().map(result => [result.id, result]));
  return facts.run.trades.map(trade => {
    const result = results.get(trade.id);
    const excursion = facts.excursions().get(trade.id);
    return present({
      ...trade,
      result: result === undefined ? undefined : formatMoney(result.result),
      pips: result === undefined ? undefined : roundedPips(result.pips.toNumber()),
      adversePips: excursion === undefined ? undefined : roundedPips(excursion.adverse),
      favourablePips: excursion === undefined ? undefined : roundedPips(excursion.favourable),
    }) as ReportTrade;
  });
}
