/** Runs whose results Python may ask for later: tables and the report are made when they are asked for. */

import type { ScenarioRun } from '../../broker/runtime/run-scenario.js';
import { InputError } from '../../core/base/input-error.js';
import type { ReportData } from '../../data/figures/table/report-data.js';
import { type OutFiles, REPORT_FILE } from '../../data/record/record-format.js';
import { runFiles } from '../../data/record/write-record.js';
import { VERSION } from '../../data/version.js';
import { reportFiles } from '../../report/report-files.js';
import { writeRunFolder } from '../../study/folders/run-folder.js';
import { takenAlong } from './own-scenario.js';
import { ROWS_OF_RUN } from './run-rows.js';

/** A run with what has been made of it. */
interface KeptRun {
  readonly run: ScenarioRun;
  files?: OutFiles;
  /** candles.csv and report.html. */
  pages?: OutFiles;
}

/**
 * Owns the runs of one Python by their numbers. `keep` adds one, `drop` removes it; numbers rise.
 */
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

  /** The rows of a table of the run. */
  async rows(number: number, table: string): Promise<Iterable<object>> {
    const rows = ROWS_OF_RUN[table];
    return rows === undefined ? this.#tradesOf(number) : rows(this.#kept(number).run);
  }

  /** The trades with their values from the report: result, pips, tag and reason of the exit. */
  async #tradesOf(number: number): Promise<Iterable<object>> {
    const { accounts } = JSON.parse(await this.file(number, REPORT_FILE)) as ReportData;
    return accounts.flatMap(({ accountID, trades }) =>
      trades.map(trade => ({ accountID, ...trade })),
    );
  }

  /** The text of a file of the run's folder, empty where the run has none. */
  async file(number: number, name: string): Promise<string> {
    const kept = this.#kept(number);
    const { loaded, result } = kept.run;
    const folder = process.cwd();
    kept.files ??= await runFiles(folder, loaded, result, VERSION);
    if (name in kept.files) return kept.files[name] ?? '';
    kept.pages ??= await reportFiles(kept.files, { result, notes: [] }, folder);
    return kept.pages[name] ?? '';
  }

  /**
   * Writes the folder of the run. @param isOwn - whether Python wrote the scenario.
   * @throws InputError when the folder has other content.
   */
  async write(number: number, folder: string, isOwn: boolean): Promise<void> {
    const { loaded, result, looked } = this.#kept(number).run;
    if (!isOwn) {
      await writeRunFolder(folder, loaded, result, { looked });
      return;
    }
    const taken = await takenAlong(loaded, folder);
    await writeRunFolder(folder, taken.loaded, result, { looked, beside: taken.beside });
  }

  #kept(number: number): KeptRun {
    const kept = this.#runs.get(number);
    if (kept !== undefined) return kept;
    throw new InputError('scenario', { file: 'result' }, `run ${number} is not kept any more`);
  }
}
