/** docs/reference/figures.md, made from the table of figures. */

import type { FigureDefinition } from '../../../src/data/figures/table/definition.js';
import { FIGURE_GROUPS } from '../../../src/data/figures/table/table.js';

const INTRODUCTION = `---
title: Figures
order: 110
---

# Figures

The figures of a run in \`report.json\`, in \`run --json\` (\`metrics.accounts\`) and in the table after a strategy's run. Made from
\`src/data/figures/table/table.ts\`: \`ORRERY_UPDATE=1 npx vitest run test/unit/data/figures/table/docs.test.ts\`.

- A figure is a number, or money as a string of four decimals, or \`null\` with a \`reason\`; never NaN or infinite.
- **r** are the daily returns: NAV at 17:00 New York over NAV at 17:00 of the trading day before, less 1. Days end from Monday to
  Friday; a weekend belongs to Monday; the run's end closes the last day, however short. Money paid in counts as there
  since the day's beginning, money paid out until its end. Days before the first money are left out; a day that loses everything is the last.
- **n** is their number, **m** their mean, **s** their standard deviation with n - 1, **P** = 252 days a year. No risk-free rate is deducted.
- A trade's result is its realized P/L and financing, less its fees and its share, by units, of the commission of its fills.
- Fractions have six digits after the point, ratios four, numbers twelve digits at the most; 0.05 is 5 %.
- Figures marked † read every tick while a trade is open; they are only in \`report.json\` and in studies that name them. All others use
  the ends of days or are exact. Amounts of margin used are those at the ends of days.
- Figures marked \\* are in the tables of every study, others in those of studies that name them (\`figures: [ulcerIndex, fills]\`). A study ranks by
  any of them (\`rank: calmar\`): the greatest value is best; for figures marked ↓ the smallest.
- Beside the figures, \`report.json\` has the rolling Sharpe ratio: m / s·√P of the last 126 daily returns, 63 or 21 in runs that have no more
  than 126 or 63, none in runs of 21 or fewer. \`curve.csv\` has NAV, its drawdown and the margin used at 2,000 moments or fewer. Among them
  are the extremes of every tick, and both ends of the 100 longest times without a change. Its values are sums of floats. \`equity.csv\` is
  exact, and has a row for every 17:00 New York, Saturdays and Sundays included; figures leave these two out.
- Figures marked ‡ project the days of a run onto a year. Less than a day, from opening to end, gives none of them. From fewer than 60 trading days that says little: such a value has a \`note\`
  (\`annualised from 12 trading days\`) in \`report.json\`, in \`notes\` of \`run --json\`, in the table and in the report.
- \`refusals\` of an account are counts by reason, in \`report.json\` and in \`metrics.accounts\` of \`run --json\`: orders that were refused, orders that the
  market cancelled, and other requests that were refused. \`orders\` is the number of orders that the client sent; \`isEveryOrder\` says that the market took none.
- \`tradeGroups\` in \`report.json\`, the tables of the report and \`trade-groups.csv\` group the closed trades by tag of the trade, side, reason
  of the closing fill, and weekday and hour of New York at the opening. Each group has number, sum of results, win rate, mean excursions in
  pips and mean duration in seconds.
- Other tools define the same names differently; their conventions are at the end, under \`compat\`, on the same returns and trades.
`;

/** The whole document. */
export function figureDocs(): string {
  const groups = FIGURE_GROUPS.map(
    ({ heading, figures }) =>
      `\n## ${heading}\n\n| name | figure | unit | formula | source |\n| --- | --- | --- | --- | --- |\n${figures
        .map(rowOf)
        .join('')}`,
  );
  return INTRODUCTION + groups.join('');
}

function rowOf(definition: FigureDefinition): string {
  const { name, label, unit, formula, source, readsTicks, isCompared, isLessBetter, isAnnualised } =
    definition;
  const marks = [
    readsTicks ? '†' : '',
    isCompared ? '\\*' : '',
    isLessBetter ? '↓' : '',
    isAnnualised ? '‡' : '',
  ];
  const marked = [`\`${name}\``, ...marks.filter(mark => mark !== '')].join(' ');
  const cells = [marked, label, unit, formula, source];
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}
