/**
 * The tables of a study's page: the best runs, the failed runs, and the results of a walk forward
 * or Monte Carlo. A part that the study does not have is left out.
 */

import { figureNamed } from '../../data/figures/table/run-figures.js';
import { type Html, html, NOTHING } from '../../report/html/html.js';
import { scrollable } from '../../report/html/scrollable.js';
import { sampleColumns } from '../judge/reruns.js';
import { hasOneWindow } from '../judge/rows.js';
import { rowColumns, type StudyColumn } from '../judge/table.js';
import { walkColumns } from '../judge/walk-forward.js';
import { headingOf, isNumeric, shownCell } from './cell-format.js';
import type { StudyResult } from './study-result.js';

/** Greatest number of runs in a table; results.csv has all of them. */
const ROWS_SHOWN = 500;
/** Number of rows that need no filter. */
const FEW = 10;
/** Figures of every study that the page and the terminal show; results.csv has all of them. */
export const MAIN_FIGURES: readonly string[] = [
  'netProfit',
  'totalReturn',
  'sharpe',
  'maxDrawdown',
  'closedTrades',
  'winRate',
  'profitFactor',
];
/** Figures of a walk forward beside the ranking figure; its CSV has all figures. */
const WALK_FIGURES = ['netProfit', 'sharpe', 'maxDrawdown', 'closedTrades'];

/** Paths of the reports of runs, relative to the page, by index of the run. */
export type ReportLinks = ReadonlyMap<number, string>;

/** The best runs; their numbers lead to their reports. */
export function bestRuns(result: StudyResult, links: ReportLinks): Html {
  const { best } = result;
  const shown = best.slice(0, ROWS_SHOWN);
  const cut =
    shown.length < best.length
      ? html`<p class="note">The best ${shown.length} of ${best.length} runs; results.csv has all of them.</p>`
      : NOTHING;
  const linked =
    links.size === 0 ? NOTHING : html`<p class="note">The number of a run leads to its report.</p>`;
  const link = (row: number, text: string): Html => {
    const path = links.get(shown[row]?.index ?? -1);
    return path === undefined ? html`${text}` : html`<a href="${path}">${text}</a>`;
  };
  return html`${cut}${linked}${tableOf('Best runs', bestColumns(result, shown), link)}`;
}

/** Number, parameters, the goals, then what the study compares. */
function bestColumns(
  { study, rows, ...result }: StudyResult,
  shown: StudyResult['best'],
): StudyColumn[] {
  const left = hasOneWindow(rows) ? ['error', 'from', 'to'] : ['error'];
  const figures = result.figures.filter(
    name =>
      study.goals.includes(name) ||
      MAIN_FIGURES.includes(name) ||
      figureNamed(name).isCompared !== true,
  );
  const columns = rowColumns({ ...result, figures }, shown).filter(
    ({ name, cells }) =>
      !left.includes(name) && (name !== 'refusals' || cells.some(cell => cell !== null)),
  );
  const first = columns.findIndex(({ name }) => figures.includes(name));
  const isRank = ({ name }: StudyColumn) => name === 'paretoFront' || study.goals.includes(name);
  const rest = columns.slice(first);
  return [
    ...columns.slice(0, first),
    ...rest.filter(isRank),
    ...rest.filter(column => !isRank(column)),
  ];
}

/** The runs that failed, and why. */
export function failedRuns(result: StudyResult): Html {
  const failed = result.rows.filter(({ error }) => error !== undefined);
  const { parameters } = result;
  const columns = rowColumns({ parameters, figures: [] }, failed.slice(0, ROWS_SHOWN));
  const without = ['psr', 'dsr', 'dsrOfRuns', 'refusals'];
  return tableOf(
    'Failed runs',
    columns.filter(({ name }) => !without.includes(name)),
  );
}

/** The folds of a walk forward. */
export function foldTable(result: StudyResult): Html {
  const figures = result.figures.filter(
    name => result.study.goals.includes(name) || WALK_FIGURES.includes(name),
  );
  const columns = walkColumns({ ...result, figures }, result.walkForward ?? []);
  const hasText = ({ cells, isText }: StudyColumn) =>
    isText !== true || cells.some(cell => cell !== null);
  return tableOf('Folds', columns.filter(hasText));
}

/** The quantiles of Monte Carlo and of repetitions. */
export function sampleTable({ monteCarlo, reruns }: StudyResult): Html {
  return monteCarlo === undefined
    ? NOTHING
    : tableOf('Quantiles', sampleColumns(monteCarlo, reruns));
}

/** @param link - the markup of the first cell of a row. */
function tableOf(
  label: string,
  columns: readonly StudyColumn[],
  link = (_row: number, text: string): Html => html`${text}`,
): Html {
  const rows = columns[0]?.cells ?? [];
  const kinds = columns.map(column => (isNumeric(column) ? 'number' : 'text'));
  const head = columns.map((column, index) => {
    const { text, title } = headingOf(column);
    return html`<th scope="col" class="${kinds[index] ?? ''}" title="${title}">${text}</th>`;
  });
  const cell = (column: StudyColumn, index: number, row: number) => {
    const text = shownCell(column, row);
    const shown = index === 0 ? link(row, text) : html`${text}`;
    return html`<td class="${kinds[index] ?? ''}" data-sort="${String(column.cells[row] ?? '')}">${shown}</td>`;
  };
  return scrollable(
    label,
    html`<table class="sortable pinned${rows.length > FEW ? ' filterable' : ''}">
<thead><tr>${head}</tr></thead>
<tbody>${rows.map(
      (_, row) => html`<tr>${columns.map((column, index) => cell(column, index, row))}</tr>
`,
    )}</tbody>
</table>`,
  );
}
