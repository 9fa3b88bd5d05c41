/** The worker thread of the local engine: loads at its first job, then runs one after the other. */

import { workerData } from 'node:worker_threads';
import type { Job, JobOutcome, WorkerSetup } from './job.js';
import { JobRunner } from './job-runner.js';

let runner: Promise<JobRunner> | undefined;

/** Runs `job` in this thread. */
export async function runJob(job: Job): Promise<JobOutcome> {
  runner ??= JobRunner.load(workerData as WorkerSetup);
  return (await runner).run(job);
}
