/** Writes the folder of `--out`: the record of a run and its report. */

import { dirname, resolve } from 'node:path';
import {
  MAIN,
  type RunFolderWriter,
  type Sandbox,
  type SessionPage,
} from '../../broker/runtime/sandboxes.js';
import { present } from '../../core/base/present.js';
import type { BacktestResult } from '../../core/run/backtest.js';
import { PAGE_FILE } from '../../data/record/record-format.js';
import type { RecordedNote } from '../../data/record/recorded-notes.js';
import type { WriteOptions } from '../../data/record/write-record.js';
import type { LoadedScenario } from '../../data/storage/scenario/given/loaded-scenario.js';
import { VERSION } from '../../data/version.js';
import { noteFiles } from './note-files.js';

/**
 * Writes the folders of a server: that of the first simulation is `out`, that of `s1` is `out-s1`
 * beside it. Folders are written one after another.
 * @param out - absent: nothing is written. @throws InputError when it has other content.
 */
export async function runFolderWriter(
  loaded: LoadedScenario,
  out: string | undefined,
): Promise<RunFolderWriter | undefined> {
  if (out === undefined) return undefined;
  const { checkOutFolder } = await import('../../data/record/write-record.js');
  checkOutFolder(out);
  let last: Promise<unknown> = Promise.resolve();
  const write = async ({ id, simulation, notes, loaded: own = loaded }: Sandbox) => {
    // A folder names the file of its scenario, which an upload does not have.
    if (own.uploaded !== undefined || simulation.scenario !== own.scenario) return undefined;
    const { sessionRecord } = await import('../../broker/runtime/session.js');
    const folder = id === MAIN ? out : `${out}-${id}`;
    const session = sessionRecord(own, simulation);
    const { lookedServed } = await import('../looks/record-looks.js');
    const looked = await lookedServed(session);
    const beside = noteFiles(notes.all());
    const added = { beside, notes: notes.all(), ...present({ looked }) };
    await writeRunFolder(folder, session.loaded, session.result, added);
    return resolve(folder);
  };
  return sandbox => {
    const written = last.then(() => write(sandbox));
    last = written.catch(() => undefined);
    return written;
  };
}

/** The report of a session up to now, as a page of HTML: the same as that of `--out`. */
export const sessionPage: SessionPage = async ({ simulation, notes }, loaded) => {
  const { sessionRecord } = await import('../../broker/runtime/session.js');
  const { runFiles } = await import('../../data/record/write-record.js');
  const { reportFiles } = await import('../../report/report-files.js');
  const session = sessionRecord(loaded, simulation);
  const folder = dirname(resolve(loaded.file));
  const files = await runFiles(folder, session.loaded, session.result, VERSION);
  const { [PAGE_FILE]: page = '' } = await reportFiles(
    files,
    { result: session.result, notes: notes.all() },
    folder,
  );
  return page;
};

/** What a folder has beside its run. */
interface AddedToRun extends Pick<WriteOptions, 'decisions' | 'beside' | 'moved' | 'looked'> {
  /** Shown in the report. */
  readonly notes?: readonly RecordedNote[];
}

/** Writes a run to `folder`. @throws InputError when the folder has other content. */
export async function writeRunFolder(
  folder: string,
  loaded: LoadedScenario,
  result: BacktestResult,
  { notes = [], ...added }: AddedToRun = {},
): Promise<void> {
  const { writeOutFolder } = await import('../../data/record/write-record.js');
  const { reportFiles } = await import('../../report/report-files.js');
  await writeOutFolder(folder, loaded, result, {
    ...added,
    version: VERSION,
    more: files => reportFiles(files, { result, notes }, folder),
  });
}
