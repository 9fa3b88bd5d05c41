/**
 * Runs the jobs of a study in one thread: scenario, ticks and strategy module are loaded once, each
 * job makes a strategy of its own. A strategy keeps its state inside the function that makes it;
 * what it kept in its module would live on from job to job.
 */

import { runBacktest } from '../core/engine/backtest.js';
import type { Scenario } from '../core/engine/scenario.js';
import type { StrategyFactory } from '../core/engine/strategy.js';
import { instant } from '../core/time/instant.js';
import { loadScenario } from '../storage/scenario/scenario-file.js';
import { loadFactory, makeStrategy } from '../storage/strategy-module.js';
import { openShared } from '../storage/tick-store/shared-ticks.js';
import type { Job, JobOutcome, WorkerSetup } from './job.js';
import { runFigures, tradeResults } from './run-figures.js';

export class JobRunner {
  readonly #scenario: Scenario;
  readonly #choice: NonNullable<Scenario['strategy']>;
  readonly #strategyPath: string;
  readonly #factory: StrategyFactory;
  readonly #parameters: readonly string[];

  private constructor(
    scenario: Scenario,
    strategyPath: string,
    factory: StrategyFactory,
    parameters: readonly string[],
  ) {
    if (scenario.strategy === undefined) throw new Error('a study needs a strategy');
    this.#scenario = scenario;
    this.#choice = scenario.strategy;
    this.#strategyPath = strategyPath;
    this.#factory = factory;
    this.#parameters = parameters;
  }

  /** Loads what every job needs. @throws InputError */
  static async load(setup: WorkerSetup): Promise<JobRunner> {
    const { scenarioPath, parameters, allowPath, cacheFolder, ticks } = setup;
    const { scenario, strategyPath } = await loadScenario(scenarioPath, {
      allowPath,
      opened: new Map(ticks.map(each => [each.ticks.instrument, openShared(each)])),
      ...(cacheFolder === undefined
        ? {}
        : { cache: cacheFolder === null ? {} : { folder: cacheFolder } }),
    });
    const path = strategyPath ?? '';
    return new JobRunner(scenario, path, await loadFactory(path), parameters);
  }

  /** Runs one job; whatever its strategy throws is its outcome. */
  run({ index, values, from, to, withTrades }: Job): JobOutcome {
    const { params, accountID } = this.#choice;
    const varied = Object.fromEntries(this.#parameters.map((name, axis) => [name, values[axis]]));
    try {
      const strategy = makeStrategy(this.#strategyPath, this.#factory, { ...params, ...varied });
      const scenario = { ...this.#scenario, from: instant(from), to: instant(to) };
      const result = runBacktest(scenario, { strategy });
      return {
        index,
        figures: runFigures(result, accountID),
        ...(withTrades === true ? { tradeResults: tradeResults(result, accountID) } : {}),
      };
    } catch (error) {
      return { index, error: messageOf(error) };
    }
  }
}

/** One line that says what went wrong; the path of the strategy is known. */
function messageOf(error: unknown): string {
  const { rule, message } = error as { rule?: string; message?: string };
  const [line = ''] = String(rule ?? message ?? error).split('\n');
  return line;
}
