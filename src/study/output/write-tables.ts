/** The files that a finished study leaves in its folder: tables for programs, a page for people. */

import { sampleColumns } from '../judge/reruns.js';
import { rowColumns, tableArrow, tableCsv } from '../judge/table.js';
import { walkColumns } from '../judge/walk-forward.js';
import { studyPage } from './study-page.js';
import type { StudyResult } from './study-result.js';

/** The page for people. */
export const STUDY_PAGE = 'results.html';

/** Writes them to the folder of the study, if it has one. */
export async function writeStudyTables(result: StudyResult): Promise<void> {
  const { folder, rows, walkForward, monteCarlo, reruns } = result;
  if (folder === undefined) return;
  const columns = rowColumns(result, rows);
  await folder.write('results.csv', await tableCsv(columns));
  await folder.write('results.arrow', await tableArrow(columns));
  await folder.write(STUDY_PAGE, studyPage(result));
  if (walkForward !== undefined) {
    await folder.write('walk-forward.csv', await tableCsv(walkColumns(result, walkForward)));
  }
  if (monteCarlo !== undefined) {
    const columns = sampleColumns(monteCarlo, reruns);
    await folder.write('monte-carlo.csv', await tableCsv(columns));
  }
}
