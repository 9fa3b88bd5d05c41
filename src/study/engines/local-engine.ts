/**
 * The local engine: runs jobs in worker threads of this process, with piscina. Jobs are passed in
 * batches of a short duration, so that this thread has little work while they run. If a batch takes
 * too long or its thread dies, its jobs are run again one by one, which shows the job at fault; the
 * other jobs continue.
 */

import { Piscina } from 'piscina';
import { Crew } from './crew.js';
import type { Job, JobBatch, JobOutcome, StudyEngine, WorkerSetup } from './job.js';
import { keepThreads, takeThreads } from './kept-threads.js';
import { withOwnCollections } from './own-collections.js';

export interface LocalOptions {
  /** Largest number of worker threads; a short study has fewer. */
  readonly workers: number;
  /** Number of them that start at once; default: one, and the others when they pay. */
  readonly atOnce?: number;
  /** Time limit of one job, in seconds; a job that takes longer is ended. */
  readonly secondsMax: number;
  /**
   * What the threads have loaded that a later study may go on with, such as the digests of its
   * strategies: they wait for it for a while. Default: they end with the engine.
   */
  readonly keptAs?: string;
}

const MILLIS_PER_SECOND = 1_000;
/**
 * Target duration of a batch in wall milliseconds: progress stays smooth, and no thread waits long
 * at the end.
 */
const BATCH_MS = 50;
const MOST_IN_BATCH = 64;
/** How often the crew is asked whether runs are long. */
const LOOK_MS = 500;
/**
 * Memory of a thread for new objects. A quarter of what Node allows costs a run nothing, and less would:
 * what a run keeps would be copied more often. More is slower (decision 0114).
 */
const YOUNG_MEGABYTES = 12;

/** Engines so far; a thread loads the study of each anew. */
let studies = 0;

/** Starts the threads one after another, up to the wanted number, as far as they pay. */
export function localEngine(setup: WorkerSetup, options: LocalOptions): StudyEngine {
  const { workers, secondsMax, keptAs } = options;
  studies += 1;
  const study = studies;
  let pool: Piscina | undefined;
  let crew: Crew | undefined;
  return {
    async run(jobs, onOutcome) {
      pool ??= takeThreads(workers, keptAs) ?? startPool(workers);
      const threads = pool;
      // Threads that were kept have compiled the program, so that each pays at once.
      const atOnce = options.atOnce ?? Math.max(1, threads.threads.length);
      crew ??= new Crew(workers, () => performance.now(), atOnce);
      const terms = { crew, secondsMax };
      const runBatch: BatchRun = (batch, signal) =>
        threads.run({ study, setup, jobs: batch } satisfies JobBatch, { signal });
      await withOwnCollections(() => runOn(runBatch, terms, jobs, onOutcome));
    },
    async close() {
      if (keptAs === undefined) await pool?.destroy();
      else if (pool !== undefined) await keepThreads(pool, workers, keptAs);
    },
  };
}

/** Runs a batch in a thread; the signal ends the thread. */
type BatchRun = (jobs: readonly Job[], signal: AbortSignal) => Promise<JobOutcome[]>;

/** The number of threads, and how long each job may take. */
interface Terms {
  readonly crew: Crew;
  readonly secondsMax: number;
}

/** Runs `jobs` on as many threads as the crew has. */
async function runOn(
  runBatch: BatchRun,
  { crew, secondsMax }: Terms,
  jobs: readonly Job[],
  onOutcome: (outcome: JobOutcome) => void,
): Promise<void> {
  const waiting: (() => void)[] = [];
  let lanes = Math.min(crew.size, jobs.length);
  let next = 0;
  const admit = () => {
    // When no job is left, the waiting lanes start and end at once.
    for (; lanes < crew.size || next >= jobs.length; lanes++) {
      const start = waiting.shift();
      if (start === undefined) return;
      start();
    }
  };
  const lane = async (place: number) => {
    if (place >= lanes) await new Promise<void>(resolve => waiting.push(resolve));
    for (let size = 1; next < jobs.length; ) {
      const share = Math.ceil((jobs.length - next) / (2 * crew.size));
      const batch = jobs.slice(next, next + Math.min(size, share));
      next += batch.length;
      const started = performance.now();
      for (const outcome of await outcomesOf(runBatch, batch, secondsMax)) onOutcome(outcome);
      const tookMs = performance.now() - started;
      size = nextSize(batch.length, tookMs);
      crew.note(batch.length, tookMs, jobs.length - next);
      admit();
    }
  };
  crew.begin();
  const timer = setInterval(() => {
    crew.look();
    admit();
  }, LOOK_MS);
  try {
    await Promise.all(
      Array.from({ length: Math.min(crew.most, jobs.length) }, (_, at) => lane(at)),
    );
  } finally {
    clearInterval(timer);
  }
}

function startPool(workers: number): Piscina {
  return new Piscina({
    filename: workerUrl(import.meta.url).href,
    name: 'runJobs',
    minThreads: 0,
    maxThreads: workers,
    idleTimeout: Number.POSITIVE_INFINITY,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
  });
}

/** The number of jobs that would have taken `BATCH_MS`, at most twice the number before. */
function nextSize(size: number, tookMs: number): number {
  const fitting = Math.floor((size * BATCH_MS) / Math.max(1, tookMs));
  return Math.max(1, Math.min(fitting, 2 * size, MOST_IN_BATCH));
}

async function outcomesOf(
  runBatch: BatchRun,
  batch: readonly Job[],
  secondsMax: number,
): Promise<JobOutcome[]> {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), secondsMax * MILLIS_PER_SECOND);
  try {
    return await runBatch(batch, control.signal);
  } catch (error) {
    const [{ index }] = batch as [Job];
    if (batch.length > 1) return await oneByOne(runBatch, batch, secondsMax);
    if (control.signal.aborted) return [{ index, error: `did not end within ${secondsMax} s` }];
    return [{ index, error: `was lost: ${(error as Error).message}` }];
  } finally {
    clearTimeout(timer);
  }
}

async function oneByOne(
  runBatch: BatchRun,
  jobs: readonly Job[],
  secondsMax: number,
): Promise<JobOutcome[]> {
  const outcomes: JobOutcome[] = [];
  for (const job of jobs) outcomes.push(...(await outcomesOf(runBatch, [job], secondsMax)));
  return outcomes;
}

/** The compiled worker, even when the sources run without a build. */
function workerUrl(here: string): URL {
  return new URL(
    './study-worker.js',
    here.replace(/\/src\/(study\/engines\/)[^/]*\.ts$/, '/dist/$1'),
  );
}
