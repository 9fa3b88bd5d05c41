/** What `orrery audit --liquidity` found, for people. */

import type {
  LargestFill,
  LiquidityReport,
  LiquidityResult,
} from '../../broker/runtime/audit/liquidity.js';
import { differenceColumns, firstLines } from './run-difference-text.js';
import { fittedTable } from './terminal/fitted-table.js';

/** The results side by side, then the first trade that differs. @param scenario - its file as given. */
export async function liquidityText(
  scenario: string,
  { times, largestFill }: LiquidityReport,
): Promise<string> {
  const [base, ...others] = times as readonly [LiquidityResult, ...LiquidityResult[]];
  const different = others.find(({ first }) => first !== undefined);
  const lines = [
    ...(different === undefined ? [] : firstLines([different.back, different], [base.back, base])),
    ...(largestFill === undefined ? [] : [fillText(largestFill)]),
    different === undefined
      ? 'no trade depends on when taken liquidity comes back'
      : 'the result depends on when taken liquidity comes back, which v20 does not publish',
  ];
  const columns = [
    { head: 'all back', align: 'left' as const, cells: times.map(({ back }) => back) },
    ...differenceColumns(times),
  ];
  return [
    `${scenario}: when taken liquidity comes back\n`,
    await fittedTable(columns),
    ...lines.map(line => `${line}\n`),
  ].join('');
}

function fillText({ instrument, time, units, liquidity }: LargestFill): string {
  return `largest share of a book: ${units} of ${liquidity} units of ${instrument}, ${time}`;
}
