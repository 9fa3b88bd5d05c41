/**
 * One scenario from file to result: load, run, hash, compare with the golden. What `orrery run`,
 * the golden tests and later the server share.
 */

import type { BacktestResult } from '../core/engine/backtest.js';
import { runBacktest } from '../core/engine/backtest.js';
import type { ReplayMode } from '../core/engine/crank.js';
import { StrategyError } from '../core/engine/strategy-driver.js';
import type { ExpectationResult } from '../core/engine/timeline-driver.js';
import { ledgerHash } from '../storage/ledger-file.js';
import {
  type LoadedScenario,
  type LoadOptions,
  loadScenario,
} from '../storage/scenario/scenario-file.js';

export interface ScenarioRun {
  readonly loaded: LoadedScenario;
  readonly result: BacktestResult;
  /** `sha256:<hex>` of the ledger. */
  readonly hash: string;
  /** All expectations, the golden included. */
  readonly expectations: readonly ExpectationResult[];
  /** Seconds of wall time in the engine. */
  readonly seconds: number;
}

export interface RunScenarioOptions extends LoadOptions {
  readonly replay?: ReplayMode;
  readonly onTicks?: (done: number, total: number) => void;
}

/** Runs the scenario at `file`. @throws InputError */
export async function runScenario(
  file: string,
  options: RunScenarioOptions = {},
): Promise<ScenarioRun> {
  const loaded = await loadScenario(file, options);
  const { scenario, strategyPath } = loaded;
  const strategy =
    strategyPath === undefined || scenario.strategy === undefined
      ? undefined
      : await strategyOf(strategyPath, scenario.strategy.params);
  const started = process.hrtime.bigint();
  const result = runOrExplain(loaded, () =>
    runBacktest(scenario, {
      ...(strategy === undefined ? {} : { strategy }),
      ...(options.replay === undefined ? {} : { replay: options.replay }),
      ...(options.onTicks === undefined ? {} : { onProgress: options.onTicks }),
    }),
  );
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  const hash = ledgerHash(result.ledger);
  return { loaded, result, hash, expectations: withGolden(loaded, result, hash), seconds };
}

/** What loads strategies is heavy, and most scenarios have none. */
async function strategyOf(path: string, params: Readonly<Record<string, unknown>>) {
  const { loadStrategy } = await import('../storage/strategy-module.js');
  return loadStrategy(path, params);
}

/** A strategy that asks for what is not there is the scenario's fault, and says so. */
function runOrExplain(loaded: LoadedScenario, run: () => BacktestResult): BacktestResult {
  try {
    return run();
  } catch (error) {
    if (error instanceof StrategyError) throw loaded.document.error(['strategy'], error.message);
    throw error;
  }
}

function withGolden(
  { scenario }: LoadedScenario,
  result: BacktestResult,
  hash: string,
): readonly ExpectationResult[] {
  const expected = scenario.expect.ledger;
  if (expected === undefined) return result.expectations;
  const golden = { what: 'expect.ledger', expected, actual: hash, ok: expected === hash };
  return [...result.expectations, golden];
}
