/**
 * The local engine: jobs over worker threads of this process, by piscina. Jobs are handed over in
 * batches that take a thread a moment, so that this thread has little to do while they run. A batch
 * that takes too long, or takes its thread with it, is run again job by job, which shows the one that
 * does so; the others go on.
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
/** Wall milliseconds that a batch should take: progress stays smooth, and no thread waits long at the end. */
const BATCH_MS = 50;
const MOST_IN_BATCH = 64;

/** Starts a thread when a batch finds none that is free, up to as many as are wanted. */
export function localEngine(setup: WorkerSetup, options: LocalOptions): StudyEngine {
  let pool: Piscina | undefined;
  return {
    async run(jobs, onOutcome) {
      pool ??= startPool(setup, options.workers);
      const threads = pool;
      let next = 0;
      const lane = async () => {
        for (let size = 1; next < jobs.length; ) {
          const share = Math.ceil((jobs.length - next) / (2 * options.workers));
          const batch = jobs.slice(next, next + Math.min(size, share));
          next += batch.length;
          const started = performance.now();
          for (const outcome of await outcomesOf(threads, batch, options.secondsMax)) {
            onOutcome(outcome);
          }
          size = nextSize(batch.length, performance.now() - started);
        }
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
    name: 'runJobs',
    workerData: setup,
    minThreads: 0,
    maxThreads: workers,
    idleTimeout: Number.POSITIVE_INFINITY,
  });
}

/** As many jobs as would have taken `BATCH_MS`, at most twice as many as before. */
function nextSize(size: number, tookMs: number): number {
  const fitting = Math.floor((size * BATCH_MS) / Math.max(1, tookMs));
  return Math.max(1, Math.min(fitting, 2 * size, MOST_IN_BATCH));
}

async function outcomesOf(
  pool: Piscina,
  batch: readonly Job[],
  secondsMax: number,
): Promise<JobOutcome[]> {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), secondsMax * MILLIS_PER_SECOND);
  try {
    return (await pool.run(batch, { signal: control.signal })) as JobOutcome[];
  } catch (error) {
    const [{ index }] = batch as [Job];
    if (batch.length > 1) return await oneByOne(pool, batch, secondsMax);
    if (control.signal.aborted) return [{ index, error: `did not end within ${secondsMax} s` }];
    return [{ index, error: `was lost: ${(error as Error).message}` }];
  } finally {
    clearTimeout(timer);
  }
}

async function oneByOne(
  pool: Piscina,
  jobs: readonly Job[],
  secondsMax: number,
): Promise<JobOutcome[]> {
  const outcomes: JobOutcome[] = [];
  for (const job of jobs) outcomes.push(...(await outcomesOf(pool, [job], secondsMax)));
  return outcomes;
}

/** The compiled worker, also for sources that are run as they stand. */
function workerUrl(here: string): URL {
  return new URL(
    './study-worker.js',
    here.replace(/\/src\/(study\/engines\/)[^/]*\.ts$/, '/dist/$1'),
  );
}
