/**
 * The folder of a study. `study.json` identifies the study, `runs.ndjson` gets a line for every
 * completed run, and tables are written when all runs are done. A study that is started again in
 * its folder runs only missing jobs. A changed study is recognised by its digest.
 */

import { appendFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import { makeFolder } from '../../data/storage/files/make-folder.js';
import { sha256 } from '../../data/storage/files/sha256.js';
import { replaceFile, writingFault } from '../../data/storage/files/write-whole.js';
import type { Finished, Job } from '../engines/job.js';

const STUDY_FILE = 'study.json';
const RUNS_FILE = 'runs.ndjson';

/** The content of `study.json`. */
export interface StudyManifest {
  readonly study: string;
  /** SHA-256 of everything the results depend on, hex. */
  readonly digest: string;
  readonly orrery: string;
  readonly scenario: { readonly name: string; readonly sha256: string };
  readonly strategy: { readonly sha256: string };
  /** SHA-256 of the other strategies of the scenario; absent when there are none. */
  readonly others?: readonly string[];
  /** The calendar of news; absent when the scenario names none. */
  readonly events?: { readonly sha256: string };
  /** The files of `financing:`, by their keys; absent when the scenario names none. */
  readonly financing?: readonly { readonly key: string; readonly sha256: string }[];
  readonly ticks: readonly { readonly instrument: string; readonly sha256: string }[];
}

/** A line of `runs.ndjson`: a run and the digest of its job. */
interface RunLine {
  readonly job: string;
  readonly outcome: Finished;
}

/**
 * Owns the folder on disk. `keep` appends a run, `forget` removes all, `write` replaces a result;
 * what had been stored when it was opened stays readable.
 */
export class StudyFolder {
  readonly #folder: string;
  readonly #finished: ReadonlyMap<string, Finished>;

  private constructor(folder: string, finished: ReadonlyMap<string, Finished>) {
    this.#folder = folder;
    this.#finished = finished;
  }

  /**
   * Opens the folder, or makes it.
   * @throws InputError when it has other content, or belongs to another state of the study.
   */
  static async open(folder: string, manifest: StudyManifest): Promise<StudyFolder> {
    const path = join(folder, STUDY_FILE);
    if (!existsSync(path)) {
      if (existsSync(folder) && readdirSync(folder).length > 0) {
        throw new InputError(
          'scenario',
          { file: folder },
          'exists and is not the folder of a study',
        );
      }
      await makeFolder(folder).catch(error => {
        throw writingFault(error, folder);
      });
      await replaceFile(path, `${JSON.stringify(manifest, null, 2)}\n`);
      return new StudyFolder(folder, new Map());
    }
    const before = parsed<StudyManifest>(await readFile(path, 'utf8'));
    const changed = before === undefined ? ['study'] : changes(before, manifest);
    if (changed.length > 0) {
      const rule = `holds runs that were made before ${changed.join(', ')} changed: name another folder, or remove this one`;
      throw new InputError('scenario', { file: folder }, rule);
    }
    return new StudyFolder(folder, await readRuns(join(folder, RUNS_FILE)));
  }

  /** The stored outcome of `job`; undefined when it has not completed before. */
  finished(job: Job): Finished | undefined {
    const found = this.#finished.get(jobDigest(job));
    return found === undefined ? undefined : { ...found, index: job.index };
  }

  /** Stores the outcome of `job` at once, so that a stopped study can continue from here. */
  keep(job: Job, outcome: Finished): void {
    const line: RunLine = { job: jobDigest(job), outcome };
    append(join(this.#folder, RUNS_FILE), `${JSON.stringify(line)}\n`);
  }

  /** Deletes every stored run. */
  forget(): void {
    rmSync(join(this.#folder, RUNS_FILE), { force: true });
  }

  /** Writes a result file. */
  async write(name: string, content: string | Uint8Array): Promise<void> {
    await replaceFile(join(this.#folder, name), content);
  }
}

/** The parts of the study that changed; a change of the study itself comes last. */
function changes(before: StudyManifest, now: StudyManifest): string[] {
  if (before.digest === now.digest) return [];
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const found = [
    ...(same(before.scenario, now.scenario) ? [] : ['scenario']),
    ...(same([before.strategy, before.others], [now.strategy, now.others]) ? [] : ['strategy']),
    ...(same(before.events, now.events) ? [] : ['calendar']),
    ...(same(before.financing, now.financing) ? [] : ['financing']),
    ...(same(before.ticks, now.ticks) ? [] : ['ticks']),
    ...(before.orrery === now.orrery ? [] : [`the version (${before.orrery}, now ${now.orrery})`]),
  ];
  return found.length > 0 ? found : ['study'];
}

/** Reads the complete lines; a line that was cut off when the writer stopped is ignored. */
async function readRuns(path: string): Promise<Map<string, Finished>> {
  const runs = new Map<string, Finished>();
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

function parsed<Shape>(text: string): Shape | undefined {
  try {
    return JSON.parse(text) as Shape;
  } catch {
    return undefined;
  }
}

function jobDigest(job: Job) {
  const { values, from, to, withTrades = false, withReturns = false, withDaily = false } = job;
  const wishes = [withTrades, withReturns, withDaily];
  const text = JSON.stringify([values, from, to, ...wishes, job.resample ?? null]);
  return sha256(text).slice(0, 32);
}
