/** What runs under other assumptions changed, for people: columns of a table, and the first trade. */

import type { RunDifference } from '../../broker/runtime/audit/run-difference.js';
import type { AuditedTrade } from '../../broker/runtime/audit/trade-differences.js';
import type { FittedColumn } from './terminal/fitted-table.js';

/** A column of figures. */
export function figures<Run>(
  head: string,
  runs: readonly Run[],
  text: (run: Run) => string,
): FittedColumn {
  return { head, align: 'right', cells: runs.map(text) };
}

/** Columns of trades, NAV and what differs from the first of `runs`. */
export function differenceColumns(runs: readonly RunDifference[]): readonly FittedColumn[] {
  const [base] = runs;
  return [
    figures('trades', runs, ({ trades }) => String(trades)),
    figures('NAV', runs, run => accountLines(run, ({ NAV, currency }) => `${NAV} ${currency}`)),
    figures('difference', runs, run =>
      run === base ? '' : accountLines(run, ({ difference }) => signed(difference)),
    ),
    figures('other\ntrades', runs, run => (run === base ? '' : String(run.differing))),
  ];
}

function accountLines(
  { accounts }: RunDifference,
  text: (account: RunDifference['accounts'][number]) => string,
): string {
  return accounts.map(text).join('\n');
}

/** A run by its name. */
export type NamedDifference = readonly [string, RunDifference];

/** The first trade that differs between two runs; no line when none does. */
export function firstLines(
  [name, { first }]: NamedDifference,
  [base]: NamedDifference,
): readonly string[] {
  if (first === undefined) return [];
  return [
    `the first trade that differs between ${base} and ${name}:`,
    `  ${base} ${tradeText(first.was)}`,
    `  ${name} ${tradeText(first.now)}`,
  ];
}

function signed(amount: string): string {
  return amount.startsWith('-') ? amount : `+${amount}`;
}

function tradeText(trade: AuditedTrade | undefined): string {
  if (trade === undefined) return 'has no such trade';
  const { instrument, units, openTime, price, closeTime, closePrice, realizedPL } = trade;
  const opened = `${units} ${instrument} at ${price}, ${openTime}`;
  if (closeTime === undefined) return `${opened}, open at the end, P/L so far ${realizedPL}`;
  return `${opened}, closed at ${closePrice}, ${closeTime}, P/L ${realizedPL}`;
}
