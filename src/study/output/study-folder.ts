/**
 * The folder of a study. `study.json` identifies the study, `runs.ndjson` gets a line for every
 * completed run, and tables are written when all runs are done. A study that is started again in
 * its folder runs only missing jobs. A changed study is recognised by its digest.
 */

import { join } from 'node:path';
import { replaceFile } from '../../data/storage/files/write-whole.js';
import { claimFolder } from './claim-folder.js';
import { RunLog } from './run-log.js';
import type { StudyManifest } from './study-manifest.js';

const STUDY_FILE = 'study.json';

/** Owns the folder on disk: `runs` are the completed runs, `write` replaces a result. */
export class StudyFolder {
  readonly runs: RunLog;
  readonly #folder: string;

  private constructor(folder: string, runs: RunLog) {
    this.#folder = folder;
    this.runs = runs;
  }

  /**
   * Opens the folder, or makes it.
   * @throws InputError when it has other content, or belongs to another state of the study.
   */
  static async open(folder: string, manifest: StudyManifest): Promise<StudyFolder> {
    await claimFolder(folder, { file: STUDY_FILE, what: 'a study', head: manifest });
    return new StudyFolder(folder, await RunLog.read(folder));
  }

  /** Writes a result file. */
  async write(name: string, content: string | Uint8Array): Promise<void> {
    await replaceFile(join(this.#folder, name), content);
  }
}
