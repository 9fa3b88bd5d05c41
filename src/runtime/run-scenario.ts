/**
 * One scenario from file to result: load, run, hash, compare with the golden. What `orrery run`,
 * the golden tests and later the server share.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../core/base/input-error.js';
import { present } from '../core/base/present.js';
import type { BacktestResult } from '../core/run/backtest.js';
import { runBacktest } from '../core/run/backtest.js';
import type { ReplayMode } from '../core/run/crank.js';
import type { ExpectationResult } from '../core/run/timeline-driver.js';
import type { Strategy } from '../core/strategy/strategy.js';
import { StrategyError } from '../core/strategy/strategy-error.js';
import { ledgerHash } from '../record/ledger-file.js';
import type { LoadOptions } from '../storage/scenario/load-options.js';
import type { LoadedScenario, StrategyPart } from '../storage/scenario/loaded-scenario.js';
import { loadScenario } from '../storage/scenario/scenario-file.js';
import { guardStall } from './stall-guard.js';

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
  /** Told before the run begins; what it throws is the end of it. */
  readonly onLoaded?: (loaded: LoadedScenario) => void | Promise<void>;
}

/** A strategy failed in the middle of a run, of which everything up to then is at hand. */
export class StrategyFailure extends InputError {
  readonly run: ScenarioRun;

  constructor(file: string, run: ScenarioRun, { message }: StrategyError) {
    super('scenario', { file }, message);
    this.run = run;
  }
}

/**
 * Runs the scenario at `file`.
 * @throws InputError for bad input, StrategyFailure when the strategy fails on the way.
 */
export async function runScenario(
  file: string,
  options: RunScenarioOptions = {},
): Promise<ScenarioRun> {
  const loaded = await loadScenario(file, options);
  await options.onLoaded?.(loaded);
  const { scenario, strategyPath } = loaded;
  const strategy = await strategyOf(loaded);
  const started = process.hrtime.bigint();
  const result = runOrExplain(loaded, () =>
    runBacktest(scenario, {
      ...(strategy === undefined ? {} : { strategy, guard: work => guardStall(work) }),
      ...present({ replay: options.replay, onProgress: options.onTicks }),
    }),
  );
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  if (strategy !== undefined) await callbackTurn();
  const hash = ledgerHash(result.ledger);
  const expectations = withGolden(loaded, result, hash);
  const run = { loaded, result, hash, expectations, seconds };
  if (result.failure === undefined) return run;
  throw new StrategyFailure(strategyPath ?? file, run, result.failure);
}

/**
 * A fresh strategy of the scenario, its parameters checked; undefined when it has none.
 * @throws InputError naming the parameter's place in the scenario, or the module.
 */
export async function strategyOf({
  scenario,
  strategyPath,
  document,
}: StrategyPart): Promise<Strategy | undefined> {
  if (strategyPath === undefined || scenario.strategy === undefined) return undefined;
  // What loads strategies is heavy, and most scenarios have none.
  const { loadStrategy } = await import('../storage/strategy/strategy-module.js');
  return loadStrategy(strategyPath, scenario.strategy.params, (path, rule) =>
    document.error(['strategy', 'params', ...path], rule),
  );
}

/**
 * Lets callbacks run that a strategy has set for as soon as possible: what they throw has to be heard of
 * before the run is told to be fine. Later ones are dropped when the command ends.
 */
export async function callbackTurn(): Promise<void> {
  await wait(1);
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
