/**
 * The folder of a part. `shard.json` says which shard it is for, `runs.ndjson` gets a line for every
 * completed run, and the part takes its place when all runs are done. A shard that was killed has no part
 * and continues from its completed runs; one that is complete makes the runs again that failed.
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import { type FinishedRun, isFailed, type Job, type JobOutcome } from '../engines/job.js';
import { claimFolder } from '../output/claim-folder.js';
import { parsed, RunLog, type RunStore } from '../output/run-log.js';
import type { StudyManifest } from '../output/study-manifest.js';
import { PART_FILE, partHead, partOutcomes, writePart } from './part-file.js';
import { type Shard, shardText } from './shard.js';

const SHARD_FILE = 'shard.json';

/** The content of `shard.json`. */
type ShardHead = StudyManifest & Shard;

/** Owns the folder on disk. `keep` appends a run; `complete` writes the part and removes the log of runs. */
export class PartFolder implements RunStore {
  readonly #folder: string;
  readonly #head: ShardHead;
  readonly #log: RunLog;
  /** The runs of a part that was there when the folder was opened, without those that failed. */
  readonly #finished: ReadonlyMap<number, FinishedRun>;

  private constructor(
    folder: string,
    head: ShardHead,
    log: RunLog,
    finished: ReadonlyMap<number, FinishedRun>,
  ) {
    this.#folder = folder;
    this.#head = head;
    this.#log = log;
    this.#finished = finished;
  }

  /**
   * Opens the folder, or makes it.
   * @throws InputError when it has other content, or is of another shard or state of the study.
   */
  static async open(folder: string, manifest: StudyManifest, shard: Shard): Promise<PartFolder> {
    const head: ShardHead = { ...manifest, ...shard };
    const before = await claimFolder(folder, { file: SHARD_FILE, what: 'a shard', head });
    if (before.shard !== shard.shard || before.of !== shard.of) {
      const rule = `is the folder of shard ${shardText(before)}, not ${shardText(shard)}: name another folder`;
      throw new InputError('scenario', { file: folder }, rule);
    }
    const finished = await finishedIn(join(folder, PART_FILE), head);
    return new PartFolder(folder, head, await RunLog.read(folder), finished);
  }

  finished(job: Job): FinishedRun | undefined {
    return this.#finished.get(job.index) ?? this.#log.finished(job);
  }

  keep(job: Job, outcome: FinishedRun): void {
    this.#log.keep(job, outcome);
  }

  forget(): void {
    this.#log.forget();
  }

  /** Writes the part, with failed runs too. @param outcomes - of all runs, ascending by index. */
  async complete(outcomes: readonly JobOutcome[]): Promise<void> {
    const head = { ...this.#head, runs: outcomes.length };
    await writePart(join(this.#folder, PART_FILE), head, outcomes);
    this.#log.forget();
  }
}

/** The shard of a folder whose part is not complete; undefined for any other folder or file. */
export async function unfinishedShard(folder: string): Promise<Shard | undefined> {
  const path = join(folder, SHARD_FILE);
  if (!existsSync(path) || existsSync(join(folder, PART_FILE))) return undefined;
  return parsed<Shard>(await readFile(path, 'utf8'));
}

/** The completed runs of the part at `path`; none when it is missing or that of something else. */
async function finishedIn(path: string, wanted: ShardHead): Promise<Map<number, FinishedRun>> {
  const finished = new Map<number, FinishedRun>();
  if (!existsSync(path)) return finished;
  const head = await partHead(path);
  if (head?.digest !== wanted.digest || head.shard !== wanted.shard || head.of !== wanted.of) {
    return finished;
  }
  for await (const outcome of partOutcomes(path)) {
    if (!isFailed(outcome)) finished.set(outcome.index, outcome);
  }
  return finished;
}
