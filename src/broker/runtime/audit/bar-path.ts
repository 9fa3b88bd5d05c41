/**
 * Tests whether a result depends on the path of prices inside bars, which is not known. The
 * scenario runs once on each declared path; a trade that differs between two of them depends on
 * which extreme came first. Source: decision 0040.
 */

import { InputError } from '../../../core/base/input-error.js';
import type { BacktestResult } from '../../../core/run/backtest.js';
import type { Instant } from '../../../core/time/instant.js';
import { accountRuns } from '../../../data/figures/account/account-run.js';
import { barsWithBoth } from '../../../data/figures/by-tick/bars-with-both.js';
import type { LoadOptions } from '../../../data/storage/scenario/given/load-options.js';
import type { LoadedScenario } from '../../../data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../../data/storage/scenario/scenario-file.js';
import { barLength } from '../../../data/storage/ticks/bars/bar-length.js';
import { PATH_ORDERS, type PathOrder } from '../../../data/storage/ticks/bars/bar-options.js';
import { runScenario } from '../run-scenario.js';
import { type RunDifference, runDifference } from './run-difference.js';

/** What one path changes against the first. */
export interface PathResult extends RunDifference {
  readonly path: PathOrder;
  /** Bars of each instrument that held both the stop loss and the take profit of an open trade. */
  readonly barsWithBoth: Readonly<Record<string, number>>;
}

export interface BarPathReport {
  /** How the ticks of each instrument are made, by the granularity of its bars. */
  readonly bars: readonly { readonly instrument: string; readonly granularity: string }[];
  /** A result for each path; the first is what the others are held against. */
  readonly paths: readonly PathResult[];
}

/** Options of the audit. */
export interface BarPathOptions extends Pick<LoadOptions, 'allowPath' | 'window'> {
  readonly onRun?: (done: number, total: number) => void;
}

/**
 * Runs the scenario at `file` on each path.
 * @throws InputError when it has no bars, or a run fails.
 */
export async function auditBarPath(
  file: string,
  { onRun, ...options }: BarPathOptions,
): Promise<BarPathReport> {
  const loaded = await loadScenario(file, options);
  const recorded = loaded.ticks.filter(({ file: { bars } }) => bars === undefined);
  const unsaid = recorded.find(({ file: { synthetic } }) => synthetic);
  if (unsaid !== undefined) {
    const rule = 'holds ticks of bars, but not how they were made: import the bars again';
    throw new InputError('data', { file: unsaid.named, field: 'bars' }, rule);
  }
  const lengths = lengthsOf(loaded);
  if (lengths.size === 0) {
    throw loaded.document.error(['market'], 'has no bars, and the path of recorded ticks is known');
  }
  const opened = new Map(recorded.map(each => [each.instrument, each.file]));
  const results: BacktestResult[] = [];
  const names = new Set(lengths.keys());
  const counts: PathResult['barsWithBoth'][] = [];
  for (const barPath of PATH_ORDERS) {
    const { result } = await runScenario(file, { ...options, opened, barPath });
    results.push(result);
    counts.push(Object.fromEntries(barsWithBoth(accountRuns(loaded.scenario, result), names)));
    onRun?.(results.length, PATH_ORDERS.length);
  }
  const [base] = results as [BacktestResult];
  const paths = PATH_ORDERS.map((path, index) => {
    const other = results[index] as BacktestResult;
    const difference = runDifference({ base, other, lengths });
    return { path, ...difference, barsWithBoth: counts[index] ?? {} };
  });
  const bars = loaded.ticks.flatMap(({ instrument, file: { bars: facts } }) =>
    facts === undefined ? [] : [{ instrument, granularity: facts.granularity }],
  );
  return { bars, paths };
}

/** The length of the first bar of each instrument that has bars. */
function lengthsOf({ ticks }: LoadedScenario): ReadonlyMap<string, number> {
  const lengths = ticks.flatMap(({ instrument, file: { bars, windows } }) => {
    const start = (windows[0]?.firstTime ?? 0) as Instant;
    const length = bars === undefined ? undefined : barLength(bars.granularity);
    return length === undefined ? [] : [[instrument, length.end(start) - start] as const];
  });
  return new Map(lengths);
}
