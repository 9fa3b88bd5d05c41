/**
 * The report of a run as data: the content of report.json, computed from the run's result. The same
 * run gives the same bytes.
 */

import { formatMoney } from '../../../core/base/decimal.js';
import { present } from '../../../core/base/present.js';
import type { Scenario } from '../../../core/run/scenario.js';
import { formatRfc3339 } from '../../../core/time/instant.js';
import { monthlyReturns } from '../account/daily.js';
import type { Facts } from '../facts/facts.js';
import { ROLLING_WINDOWS } from '../facts/rolling-sharpe.js';
import { GROUPINGS, tradeGroups } from '../facts/trade-groups.js';
import { roundedAs, roundedFraction, roundedPips, roundedRatio } from '../table/figure.js';
import type {
  AccountReport,
  ReportData,
  ReportRollingSharpe,
  ReportTrade,
  ReportTradeGroups,
  RunManifest,
} from '../table/report-data.js';
import { figuresOf } from '../table/table.js';
import { distributionOf } from './distribution.js';

/** The report of a run of `scenario`; `accounts` are the facts of its accounts. */
export function reportOf(
  manifest: RunManifest,
  scenario: Pick<Scenario, 'from' | 'to'>,
  accounts: readonly Facts[],
): ReportData {
  return {
    report: 1,
    manifest,
    window: { from: formatRfc3339(scenario.from), to: formatRfc3339(scenario.to) },
    accounts: accounts.map(accountReport),
  };
}

/** The report of one account. */
export function accountReport(facts: Facts): AccountReport {
  const { run } = facts;
  const benchmark = facts.benchmark();
  const times = facts.drawdowns().map(({ at }) => formatRfc3339(at));
  return {
    accountID: run.accountID,
    currency: run.currency,
    figures: figuresOf(facts, () => true),
    refusals: facts.refusals(),
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
    rollingSharpe: rollingOf(facts),
    trades: tradesOf(facts),
    tradeGroups: groupsOf(facts),
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

function rollingOf(facts: Facts): ReportRollingSharpe {
  const { window, points } = facts.rollingSharpe();
  const days = facts.returns().length;
  return present({
    window: window ?? null,
    reason:
      window === undefined
        ? `needs more than ${Math.min(...ROLLING_WINDOWS)} daily returns, and the run has ${days}`
        : undefined,
    points: points.map(({ at, value }) => ({
      time: formatRfc3339(at),
      value: (value === undefined ? undefined : roundedRatio(value)) ?? null,
    })),
  }) as ReportRollingSharpe;
}

/** The closed trades in groups, by each property. */
function groupsOf(facts: Facts): ReportTradeGroups[] {
  if (facts.trades().length === 0) return [];
  const pips = (value: number | undefined) => (value === undefined ? null : roundedPips(value));
  return GROUPINGS.map(by => ({
    by,
    groups: tradeGroups(facts.trades(), facts.excursions(), by).map(
      ({ name, trades, result, winRate, adverse, favourable, seconds }) => ({
        name,
        trades,
        result: formatMoney(result),
        winRate: roundedFraction(winRate),
        adversePips: pips(adverse),
        favourablePips: pips(favourable),
        seconds: roundedAs(seconds, 'seconds') ?? 0,
      }),
    ),
  }));
}

/** The trades with their results. */
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
      tag: result?.tag,
      exitReason: result?.exitReason,
    }) as ReportTrade;
  });
}
