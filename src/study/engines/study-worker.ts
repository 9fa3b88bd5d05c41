/** The worker thread of the local engine: loads a study at its first batch, then runs jobs. */

import { Console } from 'node:console';
import type { JobBatch, JobOutcome } from './job.js';
import { JobRunner } from './job-runner.js';

// stdout is for results; text that a strategy logs is a message.
globalThis.console = new Console(process.stderr);

let loaded: { readonly study: number; readonly runner: Promise<JobRunner> } | undefined;

/** Runs the jobs of a batch one after another in this thread. */
export async function runJobs({ study, setup, jobs }: JobBatch): Promise<JobOutcome[]> {
  if (loaded?.study !== study) loaded = { study, runner: JobRunner.load(setup) };
  const ready = await loaded.runner;
  return ready.runAll(jobs);
}
