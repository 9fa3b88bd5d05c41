/** The worker thread of the local engine: loads the study at its first batch, then runs jobs. */

import { Console } from 'node:console';
import { workerData } from 'node:worker_threads';
import type { Job, JobOutcome, WorkerSetup } from './job.js';
import { JobRunner } from './job-runner.js';

// stdout is for results; text that a strategy logs is a message.
globalThis.console = new Console(process.stderr);

let runner: Promise<JobRunner> | undefined;

/** Runs `jobs` one after another in this thread. */
export async function runJobs(jobs: readonly Job[]): Promise<JobOutcome[]> {
  runner ??= JobRunner.load(workerData as WorkerSetup);
  const ready = await runner;
  return ready.runAll(jobs);
}
