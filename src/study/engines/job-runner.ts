/**
 * Runs the jobs of a study in one thread. Scenario, ticks and strategy module are loaded once; each
 * job makes its own strategy. A strategy must keep its state inside the function that makes it,
 * because state in its module is carried over from job to job.
 */

import { InputError } from '../../core/base/input-error.js';
import { Prng } from '../../core/base/prng.js';
import { runBacktest } from '../../core/run/backtest.js';
import type { Scenario } from '../../core/run/scenario.js';
import { instant } from '../../core/time/instant.js';
import { accountRun } from '../../figures/account/account-run.js';
import { Facts } from '../../figures/facts/facts.js';
import { Unknown } from '../../figures/table/figure.js';
import { returnShape } from '../../figures/table/return-shape.js';
import { runFigures } from '../../figures/table/run-figures.js';
import type { DocumentPath } from '../../storage/document/document.js';
import { loadScenario } from '../../storage/scenario/scenario-file.js';
import {
  loadStrategyModule,
  makeStrategy,
  type StrategyModule,
} from '../../storage/strategy/strategy-module.js';
import { openShared } from '../../storage/tick-store/shared-ticks.js';
import type { Job, JobOutcome, WorkerSetup } from './job.js';
import { earlierTicks, redrawnTicks } from './tick-bootstrap.js';

export class JobRunner {
  readonly #scenario: Scenario;
  readonly #choice: NonNullable<Scenario['strategy']>;
  readonly #module: StrategyModule;
  readonly #parameters: readonly string[];
  readonly #figures: readonly string[];

  private constructor(
    scenario: Scenario,
    module: StrategyModule,
    { parameters, figures }: WorkerSetup,
  ) {
    if (scenario.strategy === undefined) throw new Error('a study needs a strategy');
    this.#scenario = scenario;
    this.#choice = scenario.strategy;
    this.#module = module;
    this.#parameters = parameters;
    this.#figures = figures;
  }

  /** Loads what all jobs need. @throws InputError */
  static async load(setup: WorkerSetup): Promise<JobRunner> {
    const { scenarioPath, allowPath, cacheFolder, ticks } = setup;
    const { scenario, strategyPath } = await loadScenario(scenarioPath, {
      allowPath,
      opened: new Map(ticks.map(each => [each.ticks.instrument, openShared(each)])),
      ...(cacheFolder === undefined
        ? {}
        : { cache: cacheFolder === null ? {} : { folder: cacheFolder } }),
    });
    const module = await loadStrategyModule(strategyPath ?? '');
    return new JobRunner(scenario, module, setup);
  }

  /** Runs one job; an error that its strategy throws becomes its outcome. */
  run(job: Job): JobOutcome {
    const { index, values, withTrades, withReturns } = job;
    const { params, accountID } = this.#choice;
    const varied = Object.fromEntries(this.#parameters.map((name, axis) => [name, values[axis]]));
    try {
      const strategy = makeStrategy(this.#module, { ...params, ...varied }, refused);
      const scenario = scenarioOf(this.#scenario, job);
      const result = runBacktest(scenario, { strategy });
      if (result.failure !== undefined) throw result.failure;
      const facts = new Facts(accountRun(scenario, result, accountID));
      const shape = returnShape(facts);
      const { figures, reasons } = runFigures(facts, this.#figures);
      return {
        index,
        figures,
        ...(Object.keys(reasons).length === 0 ? {} : { reasons }),
        shape: shape instanceof Unknown ? null : shape,
        refusals: facts.refusals(),
        ...(withReturns === true ? { returns: facts.returns() } : {}),
        ...(withTrades === true ? { tradeResults: facts.results() } : {}),
      };
    } catch (error) {
      return { index, error: messageOf(error) };
    }
  }
}

/** An error about parameters that the module rejects, without the path that all runs share. */
function refused(path: DocumentPath, rule: string): InputError {
  return new InputError('scenario', { file: 'parameters', field: path.join('.') }, rule);
}

/** The scenario with the job's window, and its seed or ticks. */
function scenarioOf(scenario: Scenario, { from, to, resample }: Job): Scenario {
  const inWindow = { ...scenario, from: instant(from), to: instant(to) };
  if (resample === undefined) return inWindow;
  const { seed, block } = resample;
  if (block === undefined) return { ...inWindow, seed };
  const prng = new Prng(seed);
  const market = scenario.market.map(entry => {
    if (entry.ticks === undefined) return entry;
    const { windows: recorded } = entry.ticks;
    const redrawn = redrawnTicks(recorded, { from, to, block, prng });
    const windows = [...earlierTicks(recorded, from), ...redrawn];
    return { ...entry, ticks: { ...entry.ticks, windows } };
  });
  return { ...inWindow, market };
}

/** A one-line error message; it omits the path of the strategy, which is known. */
function messageOf(error: unknown): string {
  const { rule, message } = error as { rule?: string; message?: string };
  const [line = ''] = String(rule ?? message ?? error).split('\n');
  return line;
}
