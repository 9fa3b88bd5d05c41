/**
 * Tests whether a strategy looks ahead. The strategy runs several times; each run has other ticks
 * after an instant that the seed draws. Everything up to that instant must be the same as in the
 * first run. The engine never shows a tick before its time, so a difference means that the strategy
 * reads the future in another way: mostly it opens the tick file itself, and then it reads the
 * replaced ticks. Every second instant is the time of a command, because only these instants reveal
 * a strategy that looks just one tick ahead.
 */

import { Prng } from '../../core/base/prng.js';
import type { Scenario } from '../../core/run/scenario.js';
import { formatRfc3339 } from '../../core/time/instant.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { checkEnded, firstChange, runOnce } from './audited-run.js';
import {
  type AuditFinding,
  type AuditOptions,
  drawInstants,
  scrambled,
  withTickFiles,
} from './other-future.js';
import { withReplacedFiles } from './replaced-files.js';

export interface AuditReport {
  readonly instants: readonly string[];
  /** Commands of the run on the recorded ticks. */
  readonly commands: number;
  /** Tick files that the strategy opened itself, by their names in the scenario. */
  readonly opened: readonly string[];
  readonly finding?: AuditFinding;
}

/**
 * Audits the scenario's strategy.
 * @throws InputError when the scenario has none, or the strategy fails on the recorded ticks.
 */
export async function auditStrategy(
  loaded: LoadedScenario,
  { instants: count, seed, onRun }: AuditOptions,
): Promise<AuditReport> {
  const { scenario, document, ticks } = loaded;
  if (scenario.strategy === undefined) throw document.error([], 'has no strategy to audit');
  const random = new Prng(seed).fork('audit');
  const untouched = new Map(ticks.map(({ path }) => [path, path]));
  const base = await withReplacedFiles(untouched, () => runOnce(loaded, scenario));
  await checkEnded(loaded, base.result);
  const instants = drawInstants(
    scenario,
    base.result.commands.map(({ time }) => time),
    { count, random },
  );
  const report = {
    instants: instants.map(formatRfc3339),
    commands: base.result.commands.length,
    opened: ticks.filter(({ path }) => base.opened.includes(path)).map(({ named }) => named),
  };
  const runs = count + 2;
  onRun?.(1, runs);
  // A difference between two runs on the same prices says nothing about the future.
  const again = firstChange(base.result, await runOnce(loaded, scenario), scenario.to);
  if (again !== undefined) {
    const { instant: _everywhere, ...unrepeatable } = again;
    return { ...report, finding: unrepeatable };
  }
  onRun?.(2, runs);
  for (const [index, at] of instants.entries()) {
    const other = scrambled(scenario, at, random);
    const result = await withOtherFiles(loaded, other, base.opened, () => runOnce(loaded, other));
    onRun?.(index + 3, runs);
    const finding = firstChange(base.result, result, at);
    if (finding !== undefined) return { ...report, finding };
  }
  return report;
}

/**
 * Calls `run`; while it runs, the tick files that the strategy opens contain the ticks of `other`.
 */
async function withOtherFiles<T>(
  loaded: LoadedScenario,
  other: Scenario,
  opened: readonly string[],
  run: () => Promise<T>,
): Promise<T> {
  if (opened.length === 0) return run();
  return withTickFiles(loaded, other, {
    isWanted: path => opened.includes(path),
    use: async replacements => (await withReplacedFiles(replacements, run)).result,
  });
}
