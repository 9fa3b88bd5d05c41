/** What Python asks for: each job is what a command or the library does, with its result as JSON. */

import {
  runScenario,
  type ScenarioRun,
  StrategyFailure,
} from '../../broker/runtime/run-scenario.js';
import { refusedLines } from '../../broker/runtime/unpriced.js';
import { present } from '../../core/base/present.js';
import { disguiseLines } from '../../data/storage/scenario/disguise-use/disguise-facts.js';
import { hostClasses } from '../../data/storage/strategy/python/hosted-classes.js';
import type { PythonHost } from '../../data/storage/strategy/python/python-host.js';
import { VERSION } from '../../data/version.js';
import { lookedRun } from '../../study/looks/record-looks.js';
import { runOptions } from '../library/run-options.js';
import type { RunOptions } from '../library/types/run.js';
import { delayLines } from '../output/delays.js';
import { refusalText } from '../output/refusal-text.js';
import { runDocument } from '../output/run-result.js';
import { type AuditJob, auditJob } from './audit-job.js';
import type { JobOutput } from './job-output.js';
import { KeptRuns } from './kept-runs.js';
import { KeptStudies, type SweepJob } from './kept-studies.js';
import { LaneJobs } from './lanes/lane-jobs.js';
import { type CandlesJob, sendCandles, sendTicks, type TicksJob } from './market-jobs.js';
import { sendRows } from './run-rows.js';
import { SearchJobs } from './search-jobs.js';

/** A run of a scenario whose classes of strategies Python has. */
interface RunJob {
  readonly scenario: string;
  /** Modules of strategies that Python hosts itself, by path: the numbers of their classes there. */
  readonly classes: Readonly<Record<string, number>>;
  readonly options: RunOptions;
  readonly progress: boolean;
}

/** What Python names of a run that is kept. */
interface KeptJob {
  readonly run: number;
  readonly name: string;
}

/** A run that is to be written to the folder `name`. */
interface WriteJob extends KeptJob {
  readonly isOwn: boolean;
}

/**
 * Owns the runs, studies and environments of one Python. Its jobs add to them, `drop` removes a
 * run.
 */
export class Jobs {
  readonly #host: PythonHost;
  readonly lanes = new LaneJobs();
  readonly #kept = new KeptRuns();
  readonly #studies = new KeptStudies();
  readonly #searches: SearchJobs;

  constructor(host: PythonHost) {
    this.#host = host;
    this.#searches = new SearchJobs(host, this.#studies);
  }

  /** Forgets runs that Python does not need any more. */
  drop(runs: readonly number[]): void {
    this.#kept.drop(runs);
  }

  /** Does a job. @throws InputError, and the error of a strategy. */
  async do(verb: string, given: unknown, output: JobOutput): Promise<unknown> {
    switch (verb) {
      case 'hello':
        return { version: VERSION };
      case 'run':
        return this.#run(given as RunJob, output);
      case 'sweep':
        return this.#studies.sweep(given as SweepJob, output.onProgress);
      case 'studyPage':
        return this.#studies.page((given as { readonly study: number }).study);
      case 'rows':
        return sendRows(
          await this.#kept.rows((given as KeptJob).run, (given as KeptJob).name),
          output,
        );
      case 'ticks':
        return sendTicks(given as TicksJob, output);
      case 'candles':
        return sendCandles(given as CandlesJob, output);
      case 'audit':
        return auditJob(given as AuditJob, output.onProgress);
      case 'file':
        return this.#kept.file((given as KeptJob).run, (given as KeptJob).name);
      case 'write': {
        const { run, name, isOwn } = given as WriteJob;
        return this.#kept.write(run, name, isOwn);
      }
      default:
        if (verb.startsWith('search-')) return this.#searches.do(verb, given);
        return this.lanes.do(verb, given);
    }
  }

  async #run({ scenario, classes, options, progress }: RunJob, { onProgress }: JobOutput) {
    hostClasses(this.#host, classes);
    try {
      const made = await runScenario(scenario, {
        ...runOptions({ ...options, ...(progress && { onProgress }) }),
      });
      const looked = await lookedRun(made, 'library');
      const run = { ...made, ...present({ looked }) };
      const notices = [
        ...disguiseLines(run.loaded),
        ...refusedLines(run.loaded.scenario, run.result),
      ];
      const kept = this.#kept.keep(run);
      return { run: kept, document: await runDocument(run), notices, warnings: warningsOf(run) };
    } catch (error) {
      if (!(error instanceof StrategyFailure)) throw error;
      return {
        failed: error.message,
        run: this.#kept.keep(error.run),
        document: await runDocument(error.run),
        notices: [],
        warnings: [],
      };
    } finally {
      hostClasses(this.#host, {});
    }
  }
}

/** What a run did not do as its strategy meant it, a line each. */
function warningsOf(run: ScenarioRun): string[] {
  const { first, rest } = refusalText([run]);
  const refused = `${first}${rest}`.split('\n').filter(line => line !== '');
  const waits = run.result.delays.some(({ began }) => began === undefined) ? delayLines(run) : [];
  return [...refused, ...waits];
}
