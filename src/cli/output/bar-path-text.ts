/** What `orrery audit --bar-path` found, for people. */

import type { BarPathReport, PathResult } from '../../runtime/audit/bar-path.js';
import type { AuditedTrade } from '../../runtime/audit/trade-differences.js';

/** The result as lines. @param scenario - its file as given. */
export function barPathText(scenario: string, { bars, paths }: BarPathReport): string {
  const [base, ...others] = paths as readonly [PathResult, ...PathResult[]];
  const of = bars.map(({ instrument, granularity }) => `${instrument} ${granularity}`).join(', ');
  return [
    `${scenario}: bars of ${of}`,
    `${base.path}: ${trades(base.trades)}, ${accountsOf(base, false)}`,
    ...others.flatMap(other => linesOf(other, base)),
    conclusion(others),
  ]
    .map(line => `${line}\n`)
    .join('');
}

function linesOf(other: PathResult, base: PathResult): readonly string[] {
  const { path, differing, first } = other;
  const head = `${path}: ${trades(other.trades)}, ${accountsOf(other, true)}`;
  if (first === undefined) return [`${head}; every trade as ${base.path}`];
  return [
    `${head}; ${trades(differing)} other than ${base.path}, the first:`,
    `  ${base.path} ${tradeText(first.was)}`,
    `  ${path} ${tradeText(first.now)}`,
  ];
}

function conclusion(others: readonly PathResult[]): string {
  return others.some(({ differing }) => differing > 0)
    ? 'the result depends on the path of prices inside bars, which the bars do not tell'
    : 'no trade depends on the path of prices inside bars';
}

function trades(count: number): string {
  return count === 1 ? '1 trade' : `${count} trades`;
}

function accountsOf({ accounts }: PathResult, isCompared: boolean): string {
  return accounts
    .map(({ NAV, currency, difference }) => {
      const sign = difference.startsWith('-') ? '' : '+';
      return `NAV ${NAV} ${currency}${isCompared ? ` (${sign}${difference})` : ''}`;
    })
    .join(', ');
}

function tradeText(trade: AuditedTrade | undefined): string {
  if (trade === undefined) return 'has no such trade';
  const { instrument, units, openTime, price, closeTime, closePrice, realizedPL } = trade;
  const opened = `${units} ${instrument} at ${price}, ${openTime}`;
  if (closeTime === undefined) return `${opened}, open at the end, P/L so far ${realizedPL}`;
  return `${opened}, closed at ${closePrice}, ${closeTime}, P/L ${realizedPL}`;
}
