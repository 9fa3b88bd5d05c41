/**
 * A worker of a study on several machines: takes jobs from the queue and runs them with the local
 * engine, whose threads keep this one free to report to Redis. A worker that is killed is noticed
 * within seconds, and its jobs go to another worker.
 */

import type { Job, JobOutcome, StudyEngine } from './job.js';
import { connectionOf, mustAnswer, queueName } from './redis.js';

export interface QueueWorkerOptions {
  readonly url: string;
  readonly digest: string;
  /** Number of jobs taken at once. */
  readonly workers: number;
  readonly onJob: (job: Job) => void;
}

/** Milliseconds that a job stays with a worker that does not report. */
const LOCK_MS = 4_000;
const LOOK_MS = 2_000;
/** A job during which this many workers died is abandoned. */
const DEATHS_MAX = 2;

export interface QueueWorker {
  /** Leaves the queue when the jobs in progress have ended. */
  stop(): Promise<void>;
}

/** Takes jobs until it is stopped. @throws InputError when no Redis answers. */
export async function queueWorker(
  engine: StudyEngine,
  { url, digest, workers, onJob }: QueueWorkerOptions,
): Promise<QueueWorker> {
  await mustAnswer(url);
  const { Worker } = await import('bullmq');
  const worker = new Worker<Job, JobOutcome | undefined>(
    queueName(digest),
    async ({ data }) => {
      let outcome: JobOutcome | undefined;
      await engine.run([data], each => {
        outcome = each;
      });
      onJob(data);
      return outcome;
    },
    {
      connection: connectionOf(url),
      concurrency: workers,
      lockDuration: LOCK_MS,
      stalledInterval: LOOK_MS,
      maxStalledCount: DEATHS_MAX,
    },
  );
  // The client restores a lost connection; until then there is nothing to do.
  worker.on('error', () => undefined);
  await worker.waitUntilReady();
  return { stop: () => worker.close() };
}
