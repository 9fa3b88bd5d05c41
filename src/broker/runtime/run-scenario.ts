/**
 * Runs one scenario from its file to the result: load, run, hash, compare with the golden hash.
 * Shared by `orrery run` and the golden tests.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import type { BacktestResult } from '../../core/run/backtest.js';
import { runBacktest } from '../../core/run/backtest.js';
import type { ReplayMode } from '../../core/run/run-loop.js';
import type { MadeStrategies } from '../../core/run/strategy-drivers.js';
import type { ExpectationResult } from '../../core/run/timeline-driver.js';
import type { Strategy } from '../../core/strategy/strategy.js';
import { StrategyError } from '../../core/strategy/strategy-error.js';
import { ledgerHash } from '../../data/record/ledger-file.js';
import type { LookedAt } from '../../data/storage/looks/looked-at.js';
import type { LoadOptions } from '../../data/storage/scenario/given/load-options.js';
import type {
  LoadedScenario,
  StrategyPart,
} from '../../data/storage/scenario/given/loaded-scenario.js';
import { loadScenario } from '../../data/storage/scenario/scenario-file.js';
import type { NamedStrategy } from '../../data/storage/scenario/strategies/read-strategies.js';
import { guardOf } from './stall-guard.js';
import { endedStack, threadWatch, type WatchedStrategy } from './watch/thread-watch.js';

export interface ScenarioRun {
  readonly loaded: LoadedScenario;
  readonly result: BacktestResult;
  /** `sha256:<hex>` of the ledger. */
  readonly hash: string;
  /** Results of all expectations, the golden hash included. */
  readonly expectations: readonly ExpectationResult[];
  /** Wall time of the engine, in seconds. */
  readonly seconds: number;
  /** How often the window has been looked at; absent when the run was no look. */
  readonly looked?: LookedAt;
}

export interface RunScenarioOptions extends LoadOptions {
  readonly replay?: ReplayMode;
  readonly onTicks?: (done: number, total: number) => void;
  /** Called before the run begins; an error that it throws ends the run. */
  readonly onLoaded?: (loaded: LoadedScenario) => void | Promise<void>;
}

/** A strategy failed during a run. The error holds everything that the run did until then. */
export class StrategyFailure extends InputError {
  readonly run: ScenarioRun;

  constructor(run: ScenarioRun, { kind, place, rule }: InputError) {
    super(kind, place, rule);
    this.run = run;
  }
}

/**
 * Runs the scenario at `file`.
 * @throws InputError for bad input, StrategyFailure when the strategy fails during the run.
 */
export async function runScenario(
  file: string,
  options: RunScenarioOptions = {},
): Promise<ScenarioRun> {
  const loaded = await loadScenario(file, options);
  await options.onLoaded?.(loaded);
  const { scenario } = loaded;
  const made = await strategiesOf(loaded);
  const hasStrategies = made.strategy !== undefined;
  const started = process.hrtime.bigint();
  const result = runOrExplain(loaded, () =>
    runBacktest(scenario, {
      ...made,
      ...(hasStrategies && { guard: guardOf(made) }),
      ...present({ replay: options.replay, onProgress: options.onTicks }),
    }),
  );
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  if (hasStrategies) await callbackTurn();
  const hash = ledgerHash(result.ledger);
  const expectations = withGolden(loaded, result, hash);
  const run = { loaded, result, hash, expectations, seconds };
  if (result.failure === undefined) return run;
  const owner = ownerOf(loaded, result.failure)?.path ?? file;
  throw new StrategyFailure(run, await explainFailure(result.failure, owner));
}

/**
 * The error for a strategy that failed in a hook: the place in its source, the hook and the time.
 * @param file - the strategy's; named when its source has no part in the failure.
 */
export async function explainFailure(failure: StrategyError, file: string): Promise<InputError> {
  const { thrownAt } = await import('../../data/storage/strategy/strategy-trace.js');
  return thrownAt(failure.cause ?? { stack: endedStack() }, file, failure.message);
}

/**
 * Makes fresh strategies of the scenario and checks their parameters; none when it has none.
 * @throws InputError naming the parameter's place in the scenario, or the module.
 */
export async function strategiesOf(part: StrategyPart): Promise<MadeStrategies> {
  const made = new Map<string, Strategy>();
  for (const each of part.strategies) made.set(each.choice.accountID, await makeNamed(part, each));
  const watch = threadWatch(part.strategies.map(watchedStrategy));
  const strategy = made.get(part.scenario.strategy?.accountID ?? '');
  return present({ strategy, others: made, watch });
}

/** A strategy as a watch of its hooks names it. */
export function watchedStrategy({ choice, path }: NamedStrategy): WatchedStrategy {
  return { accountID: choice.accountID, file: path };
}

/** Makes one of the strategies. @throws InputError as `strategiesOf`. */
export async function makeNamed(
  { document }: Pick<StrategyPart, 'document'>,
  { choice, path: file, place }: NamedStrategy,
): Promise<Strategy> {
  // The module that loads strategies is large, and most scenarios have no strategy.
  const { loadStrategy } = await import('../../data/storage/strategy/strategy-module.js');
  return loadStrategy(file, choice.params, (path, rule) =>
    document.error([...place, 'params', ...path], rule),
  );
}

/** The strategy that an error is about; the first one when it does not say. */
export function ownerOf(
  { strategies }: Pick<StrategyPart, 'strategies'>,
  { accountID }: StrategyError,
): NamedStrategy | undefined {
  return strategies.find(({ choice }) => choice.accountID === accountID) ?? strategies[0];
}

/**
 * Waits for the callbacks that a strategy has scheduled for as soon as possible. An error that they
 * throw must be known before the run is reported as passed. Later callbacks are dropped when the
 * command ends.
 */
export async function callbackTurn(): Promise<void> {
  await wait(1);
}

/** Reports a strategy that asks for something that does not exist as a fault of the scenario. */
export function runOrExplain(loaded: LoadedScenario, run: () => BacktestResult): BacktestResult {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof StrategyError)) throw error;
    const { place = [] } = ownerOf(loaded, error) ?? {};
    throw loaded.document.error(place, error.message);
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
