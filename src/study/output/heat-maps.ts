/**
 * Heat maps of a figure that ranks the runs, one for each pair of parameters. A cell shows the
 * best of all runs with its two values; the caption says over which other parameters the best is.
 */

import type { ParameterValue } from '../../data/storage/study/study-file.js';
import { type Html, html, NOTHING } from '../../report/html/html.js';
import { scrollable } from '../../report/html/scrollable.js';
import { isLessBetter, rankedValue } from '../judge/rank.js';
import type { StudyResult } from './study-result.js';

/** Greatest number of axis values in a map; a random search may have too many for a map. */
const AXIS_MAX = 40;
/** Colour steps on either side of zero. */
const STEPS = 4;

/** A figure of the maps, and its values as text. */
interface Ranking {
  readonly rank: string;
  readonly rankText: (value: number) => string;
}

/** The maps of all pairs by the figure `rank`; a single parameter gives a map of one row. */
export function heatMaps(
  result: StudyResult,
  rank: string,
  rankText: (value: number) => string,
): Html {
  const { length } = result.parameters;
  const maps = pairsOf(length).map(pair => heatMap(result, pair, { rank, rankText }));
  return html`<div class="maps">${maps}</div>`;
}

type Pair = readonly [down: number | undefined, across: number];

function pairsOf(axes: number): Pair[] {
  if (axes === 1) return [[undefined, 0]];
  const all = Array.from({ length: axes }, (_, axis) => axis);
  return all.flatMap(down => all.slice(down + 1).map((across): Pair => [down, across]));
}

function heatMap(result: StudyResult, pair: Pair, ranking: Ranking): Html {
  const { parameters } = result;
  const [down, across] = pair;
  const columns = valuesOf(result, across);
  const lines = down === undefined ? [undefined] : valuesOf(result, down);
  if (columns.length > AXIS_MAX || lines.length > AXIS_MAX) return NOTHING;
  const best = bestCells(result, pair, ranking);
  const cells = lines.map(line => columns.map(column => best.get(line)?.get(column) ?? null));
  const extent = cells
    .flat()
    .reduce((most: number, cell) => Math.max(most, Math.abs(cell ?? 0)), 0);
  const corner = down === undefined ? '' : `${parameters[down] ?? ''} ↓ `;
  const table = html`<table class="map">
<thead><tr><th scope="col">${corner}${parameters[across] ?? ''} →</th>${columns.map(column => html`<th scope="col" class="number">${String(column)}</th>`)}</tr></thead>
<tbody>${lines.map(
    (line, at) =>
      html`<tr><th scope="row" class="number">${line === undefined ? '' : String(line)}</th>${(cells[at] ?? []).map(cell => mapCell(cell, extent, ranking))}</tr>
`,
  )}</tbody></table>`;
  const title = mapTitle(result, pair, ranking);
  return html`<div><h3>${title}</h3>
${scrollable(title, table)}</div>
`;
}

/** What a cell is: the only run of its values, or the best over the values of the others. */
function mapTitle(
  { parameters, rows }: StudyResult,
  [down, across]: Pair,
  { rank }: Ranking,
): string {
  const others = parameters.filter((_, axis) => axis !== down && axis !== across);
  const over = [
    ...(others.length === 0 ? [] : [`all values of ${others.join(', ')}`]),
    ...(new Set(rows.map(({ from }) => from)).size > 1 ? ['all windows'] : []),
  ];
  const names = [down, across].flatMap(axis =>
    axis === undefined ? [] : (parameters[axis] ?? []),
  );
  const by = names.join(' and ');
  return over.length === 0
    ? `${rank} by ${by}`
    : `Best ${rank} by ${by}, over ${over.join(' and ')}`;
}

/** The best run for each pair of values of `down` and `across`, in one pass over all runs. */
function bestCells(
  { rows }: StudyResult,
  [down, across]: Pair,
  { rank }: Ranking,
): Map<ParameterValue | undefined, Map<ParameterValue | undefined, number>> {
  const isLess = isLessBetter(rank);
  const cells = new Map<ParameterValue | undefined, Map<ParameterValue | undefined, number>>();
  for (const row of rows) {
    const value = rankedValue(row, rank);
    if (value === null) continue;
    const line = down === undefined ? undefined : row.values[down];
    const ofLine = cells.get(line) ?? new Map<ParameterValue | undefined, number>();
    cells.set(line, ofLine);
    const column = row.values[across];
    const best = ofLine.get(column);
    if (best === undefined || (isLess ? value < best : value > best)) ofLine.set(column, value);
  }
  return cells;
}

/** The colour of a gain when the value is on the better side of zero, otherwise of a loss. */
function mapCell(value: number | null, extent: number, { rank, rankText }: Ranking): Html {
  if (value === null) return html`<td class="number"></td>`;
  const step = extent === 0 ? 0 : Math.ceil((Math.abs(value) / extent) * STEPS);
  const isBad = isLessBetter(rank) ? value > 0 : value < 0;
  const shade = step === 0 ? '' : ` ${isBad ? 'down' : 'up'}-${step}`;
  return html`<td class="number${shade}" data-csv="${value}">${rankText(value)}</td>`;
}

/** The values of an axis that were run, in the order of the study. */
function valuesOf({ study, rows }: StudyResult, axis: number): ParameterValue[] {
  const run = new Set(rows.map(({ values }) => values[axis]));
  return (study.axes[axis]?.values ?? []).filter(value => run.has(value));
}
