/** The folder of a finished study: tables for programs, a page and reports of the best runs for people. */

import { readAssets } from '../../report/assets.js';
import { joinedColumns } from '../judge/joined-curve.js';
import { sampleColumns } from '../judge/reruns.js';
import { rowColumns, tableArrow, tableCsv } from '../judge/table.js';
import { walkColumns } from '../judge/walk-forward.js';
import { studyPage } from '../output/study-page.js';
import type { StudyResult } from '../output/study-result.js';
import type { ReportLinks } from '../output/study-tables.js';
import type { PreparedStudy } from '../prepare-study.js';
import { writeReports } from './study-reports.js';

/** The page for people. */
export const STUDY_PAGE = 'results.html';

/** Number of best runs that have a report unless the user says otherwise. */
export const USUAL_REPORTS = 3;

/** Writes reports, page and tables to the folder of the study, if it has one. */
export async function writeStudyResults(
  prepared: PreparedStudy,
  result: StudyResult,
  reports: { readonly out: string; readonly count: number },
): Promise<void> {
  const { loaded } = prepared;
  const { folder, rows, walkForward, joined, monteCarlo, reruns } = result;
  if (folder === undefined) return;
  const columns = rowColumns(result, rows);
  await folder.write('results.csv', await tableCsv(columns));
  await folder.write('results.arrow', await tableArrow(columns));
  const links = await writeReports(loaded, result, reports);
  await folder.write(STUDY_PAGE, await pageOfStudy(prepared, result, links));
  if (walkForward !== undefined) {
    await folder.write('walk-forward.csv', await tableCsv(walkColumns(result, walkForward)));
  }
  if (joined !== undefined) {
    await folder.write('walk-forward-curve.csv', await tableCsv(joinedColumns(joined)));
  }
  if (monteCarlo !== undefined) {
    const columns = sampleColumns(monteCarlo, reruns);
    await folder.write('monte-carlo.csv', await tableCsv(columns));
  }
}

/**
 * The page of a study as one file.
 * @param links - the pages of its best runs by the number of the run; default: none.
 */
export async function pageOfStudy(
  { loaded }: PreparedStudy,
  result: StudyResult,
  links: ReportLinks = new Map(),
): Promise<string> {
  const { accounts, strategy } = loaded.scenario;
  const traded = accounts.find(({ id }) => id === strategy?.accountID) ?? accounts[0];
  const assets = await readAssets('tables-page');
  return studyPage(result, { assets, links, currency: traded?.currency ?? '' });
}
