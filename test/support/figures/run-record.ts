/** Runs recorded into folders that are thrown away. */

import { join } from 'node:path';
import { runScenario } from '../../../src/broker/runtime/run-scenario.js';
import { type RunRecord, readRecordFolder } from '../../../src/data/record/read-record.js';
import { writeOutFolder } from '../../../src/data/record/write-record.js';
import { reportFiles } from '../../../src/report/report-files.js';
import { ROOT } from '../files/paths.js';
import { temporaryFile, temporaryFolder } from '../files/temporary.js';

export interface RecordedRun {
  readonly folder: string;
  readonly record: RunRecord;
}

/** Records the run of a scenario's text, ticks named from the repository's root. */
export async function recordRun(text: string): Promise<RecordedRun> {
  const file = temporaryFile('scenario.yaml', text.replaceAll('ROOT/', ROOT));
  const { loaded, result } = await runScenario(file, { allowPath: [ROOT] });
  const folder = join(temporaryFolder(), 'out');
  const more = (files: Readonly<Record<string, string>>) =>
    reportFiles(files, { result, notes: [] }, folder);
  await writeOutFolder(folder, loaded, result, { version: '0.0.0-test', more });
  return { folder, record: await readRecordFolder(folder) };
}
