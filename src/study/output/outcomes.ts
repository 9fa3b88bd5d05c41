/**
 * Collects the outcomes of a study while it runs. Outcomes that are stored are taken from there; other
 * jobs are run and stored at once.
 */

import type { Study } from '../../data/storage/study/study-file.js';
import { isFailed, type Job, type JobOutcome, type StudyEngine } from '../engines/job.js';
import type { Leader, StudySoFar } from './leader.js';
import type { RunStore } from './run-log.js';

const OWN_STATE =
  'a strategy must keep its state inside the function that makes it, and must not draw random numbers of its own';
const DIFFERS = `gave another result when it was repeated: ${OWN_STATE}`;
const DIFFERS_HERE = `gives another result here than where it was made: all machines need the same packages and files that the strategy reads, and ${OWN_STATE}`;

/** How the outcomes of a study are followed. */
export interface OutcomeOptions {
  /** Runs expected in all. */
  readonly total: number;
  readonly leader: Leader;
  readonly onRuns?: (done: number, total: number, soFar: StudySoFar) => void;
}

/** Owns the outcomes so far by index of their job. `add` adds one; each job runs once. */
export class Outcomes {
  readonly outcomes = new Map<number, JobOutcome>();
  /** Number of jobs whose outcomes were stored. */
  resumed = 0;
  /** Jobs that were run in this session. */
  readonly #run: Job[] = [];
  readonly #engine: StudyEngine;
  readonly #store: RunStore | undefined;
  readonly #following: OutcomeOptions;

  constructor(engine: StudyEngine, store: RunStore | undefined, following: OutcomeOptions) {
    this.#engine = engine;
    this.#store = store;
    this.#following = following;
  }

  /** Number of jobs that were run in this session. */
  get made(): number {
    return this.#run.length;
  }

  /** Number of outcomes that are failures. */
  get failed(): number {
    return [...this.outcomes.values()].filter(isFailed).length;
  }

  /** Runs those of `jobs` whose outcomes are not stored. */
  async add(jobs: readonly Job[]): Promise<void> {
    const missing: Job[] = [];
    for (const job of jobs) {
      const before = this.#store?.finished(job);
      if (before === undefined) missing.push(job);
      else this.#take(job, before);
    }
    this.resumed += jobs.length - missing.length;
    this.#run.push(...missing);
    const byIndex = new Map(missing.map(job => [job.index, job]));
    await this.#engine.run(missing, outcome => {
      const job = byIndex.get(outcome.index);
      if (job === undefined || this.outcomes.has(outcome.index)) return;
      this.#take(job, outcome);
      if (!isFailed(outcome)) this.#store?.keep(job, outcome);
      this.tell();
    });
  }

  /** Says how far the study is. */
  tell(): void {
    const { total, leader, onRuns } = this.#following;
    onRuns?.(this.outcomes.size, Math.max(total, this.outcomes.size), leader);
  }

  #take(job: Job, outcome: JobOutcome): void {
    this.outcomes.set(outcome.index, outcome);
    this.#following.leader.add(job, outcome);
  }

  /**
   * A strategy that keeps state in its module or uses its own random numbers would give different
   * tables for different numbers of workers. Therefore the first run of this session is repeated after
   * the others and must give the same outcome.
   * @throws InputError about the study when it does not; then no run stays stored.
   */
  async checkRepeats({ document }: Study): Promise<void> {
    const job = await this.#firstThatDiffers();
    if (job === undefined) return;
    this.#store?.forget();
    const rule = this.#engine.isElsewhere === true ? DIFFERS_HERE : DIFFERS;
    throw document.error(['scenario'], `run ${job.index + 1} ${rule}`);
  }

  /** Repeats the first job that was run in this session. @returns it if the outcome differs. */
  async #firstThatDiffers(): Promise<Job | undefined> {
    const job = this.#run.find(({ index }) => this.outcomes.get(index)?.figures !== undefined);
    if (job === undefined || this.#run.length < 2) return undefined;
    const text = (outcome: JobOutcome | undefined) => JSON.stringify(outcome?.figures);
    let isSame = true;
    await this.#engine.run([job], again => {
      isSame = text(again) === text(this.outcomes.get(job.index));
    });
    return isSame ? undefined : job;
  }
}
