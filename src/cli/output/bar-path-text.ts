/** What `orrery audit --bar-path` found, for people. */

import type { BarPathReport, PathResult } from '../../broker/runtime/audit/bar-path.js';
import type { AuditedTrade } from '../../broker/runtime/audit/trade-differences.js';
import { type FittedColumn, fittedTable } from './terminal/fitted-table.js';

/** The results side by side, then the first trade that differs. @param scenario - its file as given. */
export async function barPathText(
  scenario: string,
  { bars, paths }: BarPathReport,
): Promise<string> {
  const [base, ...others] = paths as readonly [PathResult, ...PathResult[]];
  const of = bars.map(({ instrument, granularity }) => `${instrument} ${granularity}`).join(', ');
  const lines = [...others.flatMap(other => firstLines(other, base)), conclusion(others)];
  return [
    `${scenario}: bars of ${of}\n`,
    await fittedTable(columnsOf(paths)),
    ...lines.map(line => `${line}\n`),
  ].join('');
}

function columnsOf(paths: readonly PathResult[]): readonly FittedColumn[] {
  const right = (head: string, text: (path: PathResult) => string): FittedColumn => ({
    head,
    align: 'right',
    cells: paths.map(text),
  });
  const [base] = paths;
  return [
    { head: 'path', align: 'left', cells: paths.map(({ path }) => path) },
    right('trades', ({ trades }) => String(trades)),
    right('NAV', path => accountLines(path, ({ NAV, currency }) => `${NAV} ${currency}`)),
    right('difference', path =>
      path === base ? '' : accountLines(path, ({ difference }) => signed(difference)),
    ),
    right('other\ntrades', path => (path === base ? '' : String(path.differing))),
    {
      ...right('stop and\nprofit', ({ barsWithBoth }) =>
        String(Object.values(barsWithBoth).reduce((sum, count) => sum + count, 0)),
      ),
      leftOut: 1,
    },
  ];
}

function accountLines(
  { accounts }: PathResult,
  text: (account: PathResult['accounts'][number]) => string,
): string {
  return accounts.map(text).join('\n');
}

function firstLines({ path, first }: PathResult, base: PathResult): readonly string[] {
  if (first === undefined) return [];
  return [
    `the first trade that differs between ${base.path} and ${path}:`,
    `  ${base.path} ${tradeText(first.was)}`,
    `  ${path} ${tradeText(first.now)}`,
  ];
}

function conclusion(others: readonly PathResult[]): string {
  return others.some(({ differing }) => differing > 0)
    ? 'the result depends on the path of prices inside bars, which the bars do not tell'
    : 'no trade depends on the path of prices inside bars';
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
