/** Runs the best runs of a study once more and writes their folders, so that each has its report. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runBacktest } from '../core/run/backtest.js';
import type { Scenario } from '../core/run/scenario.js';
import { mustParse } from '../core/time/instant.js';
import { guardStall } from '../runtime/stall-guard.js';
import type { LoadedScenario } from '../storage/scenario/given/loaded-scenario.js';
import { loadStrategyModule, makeStrategy } from '../storage/strategy/strategy-module.js';
import type { StudyRow } from '../study/judge/rows.js';
import type { StudyResult } from '../study/output/study-result.js';
import type { ReportLinks } from '../study/output/study-tables.js';
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
  const { scenario, strategyPath } = loaded;
  const links = new Map<number, string>();
  if (count === 0 || strategyPath === undefined || scenario.strategy === undefined) return links;
  const module = await loadStrategyModule(strategyPath);
  for (const row of best.slice(0, count)) {
    const name = `${RUNS}/${row.index + 1}`;
    const folder = join(out, RUNS, String(row.index + 1));
    links.set(row.index, `${name}/${PAGE}`);
    if (existsSync(join(folder, PAGE))) continue;
    const varied = Object.fromEntries(parameters.map((axis, index) => [axis, row.values[index]]));
    const params = { ...scenario.strategy.params, ...varied };
    const own: Scenario = {
      ...scenario,
      from: mustParse(row.from),
      to: mustParse(row.to),
      strategy: { ...scenario.strategy, params },
      expect: { accounts: new Map(), transactions: new Map() },
    };
    const strategy = makeStrategy(module, params);
    const result = runBacktest(own, { strategy, guard: guardStall });
    await writeRunFolder(folder, { ...loaded, ...partOf(loaded, row), scenario: own }, result);
  }
  return links;
}

/** The window of a row, where it is not that of the scenario file. */
function partOf({ scenario: { from, to } }: LoadedScenario, row: StudyRow) {
  const isSame = mustParse(row.from) === from && mustParse(row.to) === to;
  return isSame ? {} : { part: { own: { from, to }, entries: 0, leftOut: 0 } };
}
