/**
 * The local engine: jobs over worker threads of this process, by piscina. Each thread has one job at
 * a time, so that one which never ends or takes the thread with it is known; the others go on.
 */

import { Piscina } from 'piscina';
import type { Job, JobOutcome, StudyEngine, WorkerSetup } from './job.js';

export interface LocalOptions {
  /** Threads. */
  readonly workers: number;
  /** A job that takes longer is ended. */
  readonly secondsMax: number;
}

const MILLIS_PER_SECOND = 1_000;

/** Starts a thread when a job finds none that is free, up to as many as are wanted. */
export function localEngine(setup: WorkerSetup, options: LocalOptions): StudyEngine {
  let pool: Piscina | undefined;
  return {
    async run(jobs, onOutcome) {
      pool ??= startPool(setup, options.workers);
      const threads = pool;
      const waiting = jobs.values();
      const lane = async () => {
        for (const job of waiting) onOutcome(await outcomeOf(threads, job, options.secondsMax));
      };
      const lanes = Math.min(options.workers, jobs.length);
      await Promise.all(Array.from({ length: lanes }, lane));
    },
    close: async () => pool?.destroy(),
  };
}

function startPool(setup: WorkerSetup, workers: number): Piscina {
  return new Piscina({
    filename: workerUrl(import.meta.url).href,
    name: 'runJob',
    workerData: setup,
    minThreads: 0,
    maxThreads: workers,
    idleTimeout: Number.POSITIVE_INFINITY,
  });
}

async function outcomeOf(pool: Piscina, job: Job, secondsMax: number): Promise<JobOutcome> {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), secondsMax * MILLIS_PER_SECOND);
  try {
    return (await pool.run(job, { signal: control.signal })) as JobOutcome;
  } catch (error) {
    const { index } = job;
    if (control.signal.aborted) return { index, error: `did not end within ${secondsMax} s` };
    return { index, error: `was lost: ${(error as Error).message}` };
  } finally {
    clearTimeout(timer);
  }
}

/** The compiled worker, also for sources that are run as they stand. */
function workerUrl(here: string): URL {
  return new URL('./study-worker.js', here.replace(/\/src\/(study\/)[^/]*\.ts$/, '/dist/$1'));
}
