/**
 * A worker of a study on many machines: takes jobs from the queue and has them run by the local
 * engine, whose threads leave this one free to tell Redis that it lives. A worker that is killed is
 * missed within seconds; what it had taken is given to another.
 */

import type { Job, JobOutcome, StudyEngine } from './job.js';
import { connectionOf, mustAnswer, queueName } from './redis.js';

export interface QueueWorkerOptions {
  readonly url: string;
  readonly digest: string;
  /** Jobs taken at once. */
  readonly workers: number;
  readonly onJob: (job: Job) => void;
}

/** So long a job stays with a worker that is not heard of. */
const LOCK_MS = 4_000;
const LOOK_MS = 2_000;
/** A job that takes so many workers with it is given up. */
const DEATHS_MAX = 2;

export interface QueueWorker {
  /** Lets go of the queue once the jobs that are taken have ended. */
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
  // A lost connection is taken up again; until then there is nothing to do.
  worker.on('error', () => undefined);
  await worker.waitUntilReady();
  return { stop: () => worker.close() };
}
