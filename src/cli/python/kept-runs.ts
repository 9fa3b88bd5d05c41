/** Runs whose results Python may ask for later: tables and the report are made when they are asked for. */

import type { ScenarioRun } from '../../broker/runtime/run-scenario.js';
import { InputError } from '../../core/base/input-error.js';
import { ledgerText } from '../../data/record/ledger-file.js';
import { type OutFiles, PAGE_FILE } from '../../data/record/record-format.js';
import { runFiles } from '../../data/record/write-record.js';
import { VERSION } from '../../data/version.js';
import { reportFiles } from '../../report/report-files.js';
import { writeRunFolder } from '../../study/folders/run-folder.js';

/** A run with what has been made of it. */
interface KeptRun {
  readonly run: ScenarioRun;
  files?: OutFiles;
}

/** The runs of one Python by their numbers. */
export class KeptRuns {
  readonly #runs = new Map<number, KeptRun>();
  #number = 0;

  /** Keeps a run. @returns its number. */
  keep(run: ScenarioRun): number {
    this.#number += 1;
    this.#runs.set(this.#number, { run });
    return this.#number;
  }

  /** Forgets runs that Python has dropped. */
  drop(numbers: readonly number[]): void {
    for (const number of numbers) this.#runs.delete(number);
  }

  /** The transactions as lines of JSON. */
  ledger(number: number): string {
    return ledgerText(this.#kept(number).run.result.ledger);
  }

  /** The text of a file of the run's folder. */
  async file(number: number, name: string): Promise<string> {
    const kept = this.#kept(number);
    const { loaded, result } = kept.run;
    const folder = process.cwd();
    kept.files ??= await runFiles(folder, loaded, result, VERSION);
    if (name !== PAGE_FILE) return kept.files[name] ?? '';
    const { [PAGE_FILE]: page = '' } = await reportFiles(kept.files, { result, notes: [] }, folder);
    return page;
  }

  /** Writes the folder of the run. @throws InputError when it has other content. */
  async write(number: number, folder: string): Promise<void> {
    const { loaded, result, looked } = this.#kept(number).run;
    await writeRunFolder(folder, loaded, result, { looked });
  }

  #kept(number: number): KeptRun {
    const kept = this.#runs.get(number);
    if (kept !== undefined) return kept;
    throw new InputError('scenario', { file: 'result' }, `run ${number} is not kept any more`);
  }
}
