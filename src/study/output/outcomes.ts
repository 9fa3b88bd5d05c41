/**
 * Collects the outcomes of a study while it runs. Outcomes that its folder contains are read from
 * there; other jobs are run and stored at once.
 */

import { isFailed, type Job, type JobOutcome, type StudyEngine } from '../engines/job.js';
import type { Leader, StudySoFar } from './leader.js';
import type { StudyFolder } from './study-folder.js';

/** How the outcomes of a study are followed. */
export interface Following {
  /** Runs expected in all. */
  readonly total: number;
  readonly leader: Leader;
  readonly onRuns?: (done: number, total: number, soFar: StudySoFar) => void;
}

/** The outcomes so far by index of their job; each job runs once. */
export class Outcomes {
  readonly outcomes = new Map<number, JobOutcome>();
  /** Number of jobs whose outcomes came from the folder. */
  resumed = 0;
  /** Jobs that were run in this session. */
  readonly #run: Job[] = [];
  readonly #engine: StudyEngine;
  readonly #folder: StudyFolder | undefined;
  readonly #following: Following;

  constructor(engine: StudyEngine, folder: StudyFolder | undefined, following: Following) {
    this.#engine = engine;
    this.#folder = folder;
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

  /** Runs those of `jobs` whose outcomes the folder does not contain. */
  async add(jobs: readonly Job[]): Promise<void> {
    const missing: Job[] = [];
    for (const job of jobs) {
      const before = this.#folder?.finished(job);
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
      if (!isFailed(outcome)) this.#folder?.keep(job, outcome);
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
   * Repeats the first job that was run in this session.
   * @returns its index if the outcome differs.
   */
  async firstThatDiffers(): Promise<number | undefined> {
    const job = this.#run.find(({ index }) => this.outcomes.get(index)?.figures !== undefined);
    if (job === undefined || this.#run.length < 2) return undefined;
    const text = (outcome: JobOutcome | undefined) => JSON.stringify(outcome?.figures);
    let isSame = true;
    await this.#engine.run([job], again => {
      isSame = text(again) === text(this.outcomes.get(job.index));
    });
    return isSame ? undefined : job.index;
  }
}
