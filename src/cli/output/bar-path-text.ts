/** What `orrery audit --bar-path` found, for people. */

import type { BarPathReport, PathResult } from '../../broker/runtime/audit/bar-path.js';
import { differenceColumns, figures, firstLines } from './run-difference-text.js';
import { fittedTable } from './terminal/fitted-table.js';

/** The results side by side, then the first trade that differs. @param scenario - its file as given. */
export async function barPathText(
  scenario: string,
  { bars, paths }: BarPathReport,
): Promise<string> {
  const [base, ...others] = paths as readonly [PathResult, ...PathResult[]];
  const of = bars.map(({ instrument, granularity }) => `${instrument} ${granularity}`).join(', ');
  const lines = [
    ...others.flatMap(other => firstLines([other.path, other], [base.path, base])),
    conclusion(others),
  ];
  const columns = [
    { head: 'path', align: 'left' as const, cells: paths.map(({ path }) => path) },
    ...differenceColumns(paths),
    {
      ...figures('stop and\nprofit', paths, ({ barsWithBoth }) =>
        String(Object.values(barsWithBoth).reduce((sum, count) => sum + count, 0)),
      ),
      leftOut: 1,
    },
  ];
  return [
    `${scenario}: bars of ${of}\n`,
    await fittedTable(columns),
    ...lines.map(line => `${line}\n`),
  ].join('');
}

function conclusion(others: readonly PathResult[]): string {
  return others.some(({ differing }) => differing > 0)
    ? 'the result depends on the path of prices inside bars, which the bars do not show'
    : 'no trade depends on the path of prices inside bars';
}
