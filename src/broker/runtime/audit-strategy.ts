/**
 * Tests whether a strategy looks ahead. The strategy runs several times; each run has other ticks
 * after an instant that the seed draws. Everything up to that instant must be the same as in the
 * first run. The engine never shows a tick before its time, so a difference means that the strategy
 * reads the future in another way: mostly it opens the tick file itself, and then it reads the
 * replaced ticks. Every second instant is the time of a command, because only these instants reveal
 * a strategy that looks just one tick ahead.
 */

import type { InputError } from '../../core/base/input-error.js';
import { Prng } from '../../core/base/prng.js';
import type { BacktestResult } from '../../core/run/backtest.js';
import type { Scenario } from '../../core/run/scenario.js';
import { formatRfc3339, type Instant } from '../../core/time/instant.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { endingPythons } from '../../data/storage/strategy/python/child.js';
import type { MissedFile } from '../../data/storage/strategy/python/exchanged-files.js';
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
  /** What the strategy has and the audit could not exchange, in words; empty in TypeScript. */
  readonly unseen: readonly string[];
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
  const base = await withReplacedFiles({ replacements: untouched, seed }, () =>
    runOnce(loaded, scenario),
  );
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
    unseen: base.unseen,
  };
  const runs = count + 2;
  onRun?.(1, runs);
  // A difference between two runs on the same prices says nothing about the future.
  const repeated = await endingPythons(() => runOnce(loaded, scenario));
  const again = firstChange(base.result, repeated, scenario.to);
  if (again !== undefined) {
    const { instant: _everywhere, ...unrepeatable } = again;
    return { ...report, finding: unrepeatable };
  }
  onRun?.(2, runs);
  for (const [index, at] of instants.entries()) {
    const other = scrambled(scenario, at, random);
    const result = await withOtherFiles(loaded, other, {
      opened: base.opened,
      seed: seed + index + 1,
      at,
    });
    onRun?.(index + 3, runs);
    const finding = firstChange(base.result, result, at);
    if (finding !== undefined) return { ...report, finding };
  }
  return report;
}

/** What the strategy is to find otherwise. */
interface OtherFuture {
  /** Real paths of the tick files that it opens. */
  readonly opened: readonly string[];
  readonly seed: number;
  readonly at: Instant;
}

/**
 * Runs the strategy on the ticks of `other`, while the tick files that it opens contain these ticks too.
 * @throws InputError when something read a file without finding them.
 */
async function withOtherFiles(
  loaded: LoadedScenario,
  other: Scenario,
  { opened, seed, at }: OtherFuture,
): Promise<BacktestResult> {
  return withTickFiles(loaded, other, {
    isWanted: path => opened.includes(path),
    use: async written => {
      const untouched = loaded.ticks.map(({ path }) => [path, path] as const);
      const replacements = new Map([...untouched, ...written]);
      const files = { replacements, seed, at };
      const { result, missed } = await withReplacedFiles(files, () => runOnce(loaded, other));
      const [first] = missed;
      if (first !== undefined) throw missedFile(loaded, first);
      return result;
    },
  });
}

/** The error about a tick file whose replacement was not found. */
function missedFile(loaded: LoadedScenario, { path, readers }: MissedFile): InputError {
  const named = loaded.ticks.find(ticks => ticks.path === path)?.named ?? path;
  const by = readers.length === 0 ? 'a library or a program' : readers.join(', ');
  const rule = `the audit cannot show other prices to what reads ${named} (${by}): read it with open, pandas, numpy, pyarrow or polars`;
  return loaded.document.error(['strategy'], rule);
}
