/**
 * The tables of a study's page: the best runs, the failed runs, and the results of a walk forward
 * or Monte Carlo. A part that the study does not have is left out.
 */

import { FIGURE_NAMES, figureNamed } from '../../figures/table/run-figures.js';
import { type Html, html, NOTHING } from '../../report/html/html.js';
import { sampleColumns } from '../judge/reruns.js';
import { hasOneWindow } from '../judge/rows.js';
import { type Column, rowColumns, shownText } from '../judge/table.js';
import { walkColumns } from '../judge/walk-forward.js';
import type { StudyResult } from './study-result.js';

/** Greatest number of runs in a table; results.csv has all of them. */
const ROWS_SHOWN = 100;
/** Figures of a walk forward beside the ranking figure; its CSV has all figures. */
const WALK_FIGURES = ['netProfit', 'sharpe', 'maxDrawdown', 'closedTrades'];
const PARTS = ['inSample.', 'outOfSample.'] as const;

/** The tables of `result`, each under its heading. */
export function studyTables(result: StudyResult): Html {
  return html`<h2>Best runs</h2>
${tableOf(bestColumns(result))}
${failedRuns(result)}${walkForward(result)}${monteCarlo(result)}`;
}

/** The best runs; the ranking figure comes before the other figures. */
function bestColumns({ study, best, ...result }: StudyResult): Column[] {
  const left = hasOneWindow(result.rows) ? ['error', 'from', 'to'] : ['error'];
  const columns = rowColumns(result, best.slice(0, ROWS_SHOWN)).filter(
    ({ name }) => !left.includes(name),
  );
  const first = columns.findIndex(({ name }) => result.figures.includes(name));
  const isRank = ({ name }: Column) => name === study.rank;
  const figures = columns.slice(first);
  return [
    ...columns.slice(0, first),
    ...figures.filter(isRank),
    ...figures.filter(column => !isRank(column)),
  ];
}

function failedRuns(result: StudyResult): Html {
  const failed = result.rows.filter(({ error }) => error !== undefined);
  if (failed.length === 0) return NOTHING;
  const columns = rowColumns({ ...result, figures: [] }, failed.slice(0, ROWS_SHOWN));
  return html`<h2>Failed runs</h2>
${tableOf(columns.filter(({ name }) => name !== 'psr' && name !== 'dsr'))}
`;
}

function walkForward(result: StudyResult): Html {
  if (result.walkForward === undefined) return NOTHING;
  const figures = result.figures.filter(
    name => name === result.study.rank || WALK_FIGURES.includes(name),
  );
  const columns = walkColumns({ ...result, figures }, result.walkForward);
  return html`<h2>Walk forward</h2>
<p>Each run was chosen in sample, from “from” to “split”, and tried out of sample, from “split” to “to”.</p>
${tableOf(columns)}
`;
}

function monteCarlo({ monteCarlo: sampled, reruns }: StudyResult): Html {
  if (sampled === undefined) return NOTHING;
  const repeated = reruns.map(({ kind, runs }) => `, ${runs} repetitions by ${kind}`).join('');
  return html`<h2>Monte Carlo</h2>
<p>${sampled.samples} samples of the ${sampled.trades} trades of the best run${repeated}. Each row
is a quantile: the values that this share of the samples does not exceed.</p>
${tableOf(sampleColumns(sampled, reruns))}
`;
}

function tableOf(columns: readonly Column[]): Html {
  const rows = columns[0]?.cells ?? [];
  return html`<div class="wide"><table>
<tr>${columns.map(heading)}</tr>
${rows.map((_, row) => html`<tr>${columns.map(({ cells, digits }) => html`<td>${shownText(cells[row] ?? null, digits)}</td>`)}</tr>`)}
</table></div>`;
}

/** The name of a column, with the meaning of a figure. */
function heading({ name }: Column): Html {
  const short = name.replace(/^param\./, '');
  const part = PARTS.find(prefix => name.startsWith(prefix)) ?? '';
  const figure = name.slice(part.length);
  if (!FIGURE_NAMES.includes(figure)) return html`<th>${short}</th>`;
  const { label, formula } = figureNamed(figure);
  return html`<th title="${label}: ${formula}">${short}</th>`;
}
