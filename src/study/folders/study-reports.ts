/** Runs the best runs of a study once more and writes their folders, so that each has its report. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { strategiesOf } from '../../broker/runtime/run-scenario.js';
import { guardOf } from '../../broker/runtime/stall-guard.js';
import { runBacktest } from '../../core/run/backtest.js';
import type { Scenario } from '../../core/run/scenario.js';
import { mustParse } from '../../core/time/instant.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { choicesOf } from '../../data/storage/scenario/strategies/read-strategies.js';
import { variedParams } from '../engines/axis-name.js';
import type { RankingRow } from '../judge/rows.js';
import type { StudyResult } from '../output/study-result.js';
import type { ReportLinks } from '../output/study-tables.js';
import { writeRunFolder } from './run-folder.js';

/** Name of the folder beside the tables that has a folder for each run. */
const RUNS = 'runs';
const PAGE = 'report.html';

/**
 * Writes the folders of the best `count` runs below `out`; one that is there already is kept,
 * because the folder of a study belongs to one state of its inputs.
 * @returns the paths of the reports, relative to `out`.
 */
export async function writeReports(
  loaded: LoadedScenario,
  { best, parameters }: StudyResult,
  { out, count }: { readonly out: string; readonly count: number },
): Promise<ReportLinks> {
  const links = new Map<number, string>();
  for (const row of best.slice(0, count)) {
    const name = `${RUNS}/${row.index + 1}`;
    const folder = join(out, RUNS, String(row.index + 1));
    links.set(row.index, `${name}/${PAGE}`);
    if (existsSync(join(folder, PAGE))) continue;
    const own = runOf(loaded, parameters, row);
    const made = await strategiesOf(own);
    const result = runBacktest(own.scenario, { ...made, guard: guardOf(made) });
    await writeRunFolder(folder, own, result);
  }
  return links;
}

/** What a row ran: its window, and every strategy with the row's values of the axes. */
function runOf(loaded: LoadedScenario, axes: readonly string[], row: RankingRow): LoadedScenario {
  const strategies = loaded.strategies.map((each, index) => {
    const whose = index === 0 ? undefined : each.choice.accountID;
    const params = variedParams(each.choice.params, { axes, values: row.values }, whose);
    return { ...each, choice: { ...each.choice, params } };
  });
  const scenario: Scenario = {
    ...loaded.scenario,
    from: mustParse(row.from),
    to: mustParse(row.to),
    ...choicesOf(strategies),
    expect: { accounts: new Map(), transactions: new Map() },
  };
  return { ...loaded, ...partOf(loaded, row), scenario, strategies };
}

/** The window of a row, where it is not that of the scenario file. */
function partOf({ scenario: { from, to } }: LoadedScenario, row: RankingRow) {
  const isSame = mustParse(row.from) === from && mustParse(row.to) === to;
  return isSame ? {} : { part: { own: { from, to }, entries: 0, leftOut: 0 } };
}
