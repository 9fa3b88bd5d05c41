/**
 * Runs the jobs of a study in one thread. Scenario, ticks and strategy module are loaded once; each
 * job makes its own strategy. A strategy must keep its state inside the function that makes it,
 * because state in its module is carried over from job to job.
 */

import { guardOf, guardStall, type StallGuard } from '../../broker/runtime/stall-guard.js';
import { InputError } from '../../core/base/input-error.js';
import { Prng } from '../../core/base/prng.js';
import { runBacktest } from '../../core/run/backtest.js';
import type { Scenario, StrategyChoice } from '../../core/run/scenario.js';
import { gapText } from '../../core/strategy/candles/warm-up.js';
import { instant } from '../../core/time/instant.js';
import { accountRun } from '../../data/figures/account/account-run.js';
import { dailySeries, seriesText } from '../../data/figures/account/daily-series.js';
import { Facts } from '../../data/figures/facts/facts.js';
import { UnknownFigure } from '../../data/figures/table/figure.js';
import { returnShape } from '../../data/figures/table/return-shape.js';
import { runFigures } from '../../data/figures/table/run-figures.js';
import type { DocumentPath } from '../../data/storage/document/document.js';
import { loadScenario } from '../../data/storage/scenario/scenario-file.js';
import { isPython } from '../../data/storage/strategy/python/python-module.js';
import {
  loadStrategyModule,
  makeStrategy,
  type StrategyModule,
} from '../../data/storage/strategy/strategy-module.js';
import { openShared } from '../../data/storage/tick-store/shared-ticks.js';
import { variedParams } from './axis-name.js';
import type { Job, JobOutcome, WorkerSetup } from './job.js';
import { earlierTicks, redrawnTicks } from './tick-bootstrap.js';

/** A strategy of the scenario, with its module. */
interface LoadedStrategy {
  readonly choice: StrategyChoice;
  readonly module: StrategyModule;
}

/** A scenario with its ticks and modules, loaded once. Jobs change nothing in it. */
export class JobRunner {
  readonly #scenario: Scenario;
  /** The strategies with their modules; the figures are those of the first one's account. */
  readonly #strategies: readonly LoadedStrategy[];
  readonly #parameters: readonly string[];
  readonly #figures: readonly string[];

  private constructor(
    scenario: Scenario,
    strategies: readonly LoadedStrategy[],
    { parameters, figures }: WorkerSetup,
  ) {
    if (strategies.length === 0) throw new Error('a study needs a strategy');
    this.#scenario = scenario;
    this.#strategies = strategies;
    this.#parameters = parameters;
    this.#figures = figures;
  }

  /** Loads what all jobs need. @throws InputError */
  static async load(setup: WorkerSetup): Promise<JobRunner> {
    const { scenarioPath, allowPath, cacheFolder, ticks } = setup;
    const { scenario, strategies } = await loadScenario(scenarioPath, {
      allowPath,
      opened: new Map(ticks.map(each => [each.ticks.instrument, openShared(each)])),
      ...(cacheFolder === undefined
        ? {}
        : { cache: cacheFolder === null ? {} : { folder: cacheFolder } }),
    });
    const loaded: LoadedStrategy[] = [];
    for (const { choice, path } of strategies) {
      loaded.push({ choice, module: await loadStrategyModule(path) });
    }
    return new JobRunner(scenario, loaded, setup);
  }

  /**
   * Runs jobs one after another; outcomes come in the same order. They share one watch, because a watch
   * starts a thread and takes as long as half of a short run. When it ends a job that does not return,
   * that job and those after it run with a watch each, so that the outcome names the hook
   * (decision 0111).
   * @param watch - calls its work until it returns false, and returns false when it ended it.
   */
  runAll(jobs: readonly Job[], watch: StallGuard = guardStall): JobOutcome[] {
    const outcomes: JobOutcome[] = [];
    const next = () => {
      outcomes.push(this.#run(jobs[outcomes.length] as Job, false));
      return outcomes.length < jobs.length;
    };
    // A strategy in Python limits its own hooks.
    const isShared = !this.#strategies.some(({ module }) => isPython(module.file));
    if (jobs.length > 1 && isShared && watch(next)) return outcomes;
    for (const job of jobs.slice(outcomes.length)) outcomes.push(this.run(job));
    return outcomes;
  }

  /** Runs one job; an error that its strategy throws becomes its outcome. */
  run(job: Job): JobOutcome {
    return this.#run(job, true);
  }

  #run(job: Job, isGuarded: boolean): JobOutcome {
    const { index, values, withTrades, withReturns, withDaily } = job;
    try {
      const { accountID, strategy, others } = this.#made(values);
      const scenario = scenarioOf(this.#scenario, job);
      const result = runBacktest(scenario, {
        strategy,
        others,
        ...(isGuarded && { guard: guardOf({ strategy, others }) }),
      });
      const [delay] = result.delays.filter(each => each.began === undefined);
      if (delay !== undefined) throw new Error(`never began: it waits for ${gapText(delay.gaps)}`);
      if (result.failure !== undefined) throw result.failure;
      const facts = new Facts(accountRun(scenario, result, accountID));
      const shape = returnShape(facts);
      const { figures, reasons } = runFigures(facts, this.#figures);
      return {
        index,
        figures,
        ...(Object.keys(reasons).length === 0 ? {} : { reasons }),
        shape: shape instanceof UnknownFigure ? null : shape,
        refusals: facts.refusals(),
        ...(withReturns === true ? { returns: facts.returns() } : {}),
        ...(withDaily === true ? { daily: seriesText(dailySeries(facts.returns())) } : {}),
        ...(withTrades === true ? { tradeResults: facts.results() } : {}),
      };
    } catch (error) {
      return { index, error: messageOf(error) };
    }
  }

  /** Fresh strategies with the values of the axes. */
  #made(values: Job['values']) {
    const varied = { axes: this.#parameters, values };
    const made = this.#strategies.map(({ choice, module }, index) => {
      const whose = index === 0 ? undefined : choice.accountID;
      const params = variedParams(choice.params, varied, whose);
      return [choice.accountID, makeStrategy(module, params, refused)] as const;
    });
    const [[accountID, strategy], ...others] = made as [(typeof made)[0], ...typeof made];
    return { accountID, strategy, others: new Map(others) };
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
