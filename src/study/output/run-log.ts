/**
 * The completed runs of a study that has not ended: `runs.ndjson` gets a line for each at once, so that
 * a study that is started again runs only what is missing.
 */

import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../data/storage/files/sha256.js';
import { writingFault } from '../../data/storage/files/write-whole.js';
import type { FinishedRun, Job } from '../engines/job.js';

const RUNS_FILE = 'runs.ndjson';

/** A line: a run and the digest of its job. */
interface RunLine {
  readonly job: string;
  readonly outcome: FinishedRun;
}

/** Where the outcomes of a study are kept. */
export interface RunStore {
  /** The stored outcome of `job`; undefined when it has not completed before. */
  finished(job: Job): FinishedRun | undefined;
  /** Stores the outcome of `job` at once. @throws InputError when the system refuses */
  keep(job: Job, outcome: FinishedRun): void;
  /** Deletes every stored run. */
  forget(): void;
}

/**
 * Owns `runs.ndjson` of a folder. `keep` appends a run, `forget` removes the file; what had been stored
 * when it was read stays readable.
 */
export class RunLog implements RunStore {
  readonly #path: string;
  readonly #finished: ReadonlyMap<string, FinishedRun>;

  private constructor(path: string, finished: ReadonlyMap<string, FinishedRun>) {
    this.#path = path;
    this.#finished = finished;
  }

  /** Reads the log of `folder`; one that is missing has no run. */
  static async read(folder: string): Promise<RunLog> {
    const path = join(folder, RUNS_FILE);
    return new RunLog(path, await readRuns(path));
  }

  finished(job: Job): FinishedRun | undefined {
    const found = this.#finished.get(jobDigest(job));
    return found === undefined ? undefined : { ...found, index: job.index };
  }

  keep(job: Job, outcome: FinishedRun): void {
    const line: RunLine = { job: jobDigest(job), outcome };
    append(this.#path, `${JSON.stringify(line)}\n`);
  }

  forget(): void {
    rmSync(this.#path, { force: true });
  }
}

/** Reads the complete lines; a line that was cut off when the writer stopped is ignored. */
async function readRuns(path: string): Promise<Map<string, FinishedRun>> {
  const runs = new Map<string, FinishedRun>();
  if (!existsSync(path)) return runs;
  const text = await readFile(path, 'utf8');
  // Remove the text after the last line end, so that the next line does not continue it.
  if (text !== '' && !text.endsWith('\n')) append(path, '\n');
  for (const line of text.split('\n')) {
    const run = parsed<RunLine>(line);
    if (run?.outcome?.figures !== undefined) runs.set(run.job, run.outcome);
  }
  return runs;
}

/** @throws InputError when the system refuses; an incomplete line is later ignored. */
function append(path: string, text: string): void {
  try {
    appendFileSync(path, text);
  } catch (error) {
    throw writingFault(error, path);
  }
}

function jobDigest(job: Job) {
  const { values, from, to, withTrades = false, withReturns = false, withDaily = false } = job;
  const wishes = [withTrades, withReturns, withDaily];
  const text = JSON.stringify([values, from, to, ...wishes, job.resample ?? null]);
  return sha256(text).slice(0, 32);
}

/** A text of JSON; undefined for any other text. */
export function parsed<Shape>(text: string): Shape | undefined {
  try {
    return JSON.parse(text) as Shape;
  } catch {
    return undefined;
  }
}
