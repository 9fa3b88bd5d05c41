/**
 * The tables of a run as CSV: equity at the ends of days, the equity curve, the results of trades,
 * trades in groups, and the prices of trailing stops. Money and prices are wire strings; a cell without a value is
 * empty.
 */

import { MONEY_DIGITS } from '../../core/base/decimal.js';
import type { BacktestResult } from '../../core/run/backtest.js';
import { formatRfc3339 } from '../../core/time/instant.js';
import { trailingStops } from '../figures/by-tick/trailing-stops.js';
import type { Facts } from '../figures/facts/facts.js';
import { roundedFraction } from '../figures/table/figure.js';
import type { ReportData } from '../figures/table/report-data.js';
import { csv, harmless } from '../storage/files/csv-text.js';
import {
  CURVE_COLUMNS,
  CURVE_FILE,
  EQUITY_COLUMNS,
  EQUITY_FILE,
  type OutFiles,
  TRADE_COLUMNS,
  TRADE_GROUP_COLUMNS,
  TRADE_GROUPS_FILE,
  TRADES_FILE,
  TRAILING_STOPS_COLUMNS,
  TRAILING_STOPS_FILE,
} from './record-format.js';

/** Texts of the tables by file name. @param accounts - facts of each account. */
export async function runTables(
  { equity }: Pick<BacktestResult, 'equity'>,
  report: ReportData,
  accounts: readonly Facts[],
): Promise<OutFiles> {
  return {
    [EQUITY_FILE]: await csv(
      EQUITY_COLUMNS,
      equity.map(point => [
        point.time,
        point.accountID,
        point.balance,
        point.NAV,
        point.unrealizedPL,
        point.marginUsed,
      ]),
    ),
    [CURVE_FILE]: await csv(CURVE_COLUMNS, accounts.flatMap(curveRows)),
    [TRADES_FILE]: await csv(TRADE_COLUMNS, report.accounts.flatMap(tradeRows)),
    [TRADE_GROUPS_FILE]: await csv(TRADE_GROUP_COLUMNS, report.accounts.flatMap(groupRows)),
    [TRAILING_STOPS_FILE]: await csv(TRAILING_STOPS_COLUMNS, accounts.flatMap(trailingStopRows)),
  };
}

function curveRows(facts: Facts): string[][] {
  const { accountID } = facts.run;
  return facts
    .equityCurve()
    .points.map(({ at, NAV, drawdown, marginUsed }) => [
      formatRfc3339(at),
      accountID,
      moneyOf(NAV),
      String(roundedFraction(drawdown)),
      moneyOf(marginUsed),
    ]);
}

function trailingStopRows({ run }: Facts): string[][] {
  return trailingStops(run).flatMap(({ orderID, tradeID, steps }) =>
    steps.map(({ at, price }) => [formatRfc3339(at), run.accountID, tradeID, orderID, price]),
  );
}

function tradeRows({ accountID, trades }: ReportData['accounts'][number]): string[][] {
  return trades.map(trade => [
    accountID,
    trade.id,
    trade.instrument,
    trade.initialUnits,
    trade.openTime,
    trade.price,
    trade.closeTime ?? '',
    trade.averageClosePrice ?? '',
    trade.realizedPL,
    trade.financing,
    trade.dividendAdjustment,
    trade.state,
    harmless((trade['clientExtensions'] as { id?: string } | undefined)?.id ?? ''),
    trade.result ?? '',
    ...[trade.pips, trade.adversePips, trade.favourablePips].map(pips => String(pips ?? '')),
    harmless(trade.tag ?? ''),
    trade.exitReason ?? '',
  ]);
}

function groupRows({ accountID, tradeGroups = [] }: ReportData['accounts'][number]): string[][] {
  return tradeGroups.flatMap(({ by, groups }) =>
    groups.map(({ name, trades, result, winRate, adversePips, favourablePips, seconds }) => [
      accountID,
      by,
      harmless(name),
      ...[trades, result, winRate, adversePips ?? '', favourablePips ?? '', seconds].map(String),
    ]),
  );
}

/** A float of the curve with the digits of money; never "-0.0000". */
function moneyOf(value: number): string {
  const text = value.toFixed(MONEY_DIGITS);
  return Number(text) === 0 ? (0).toFixed(MONEY_DIGITS) : text;
}
