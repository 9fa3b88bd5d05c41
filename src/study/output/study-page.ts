/**
 * A study as one HTML file that opens offline: heat maps of the ranking figure, one for each pair
 * of parameters, and the tables. A cell shows the best of all runs with its two values; the other
 * parameters have maps of their own. The page has no script and loads nothing.
 */

import { type Html, html, NOTHING, policyDigest, trusted } from '../../report/html/html.js';
import type { ParameterValue } from '../../storage/study/study-file.js';
import { isLessBetter, rankDigits, rankedValue } from '../judge/rank.js';
import { cellText } from '../judge/table.js';
import type { StudyResult } from './study-result.js';
import { studyTables } from './study-tables.js';

/** Greatest number of axis values in a map; a random search may have too many for a map. */
const AXIS_MAX = 40;
/** Colour steps on either side of zero. */
const STEPS = 10;

const STYLE = `
:root { color-scheme: light dark; --text: #1c2430; --faint: #5d6b7c; --line: #e3e7ec; --surface: #fff;
  --up: 15 123 95; --down: 192 57 43; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e8ee; --faint: #94a3b5; --line: #2a323d;
  --surface: #12161c; --up: 63 195 155; --down: 240 118 106; } }
body { margin: 0 auto; max-width: 1240px; padding: 20px 24px 40px; background: var(--surface);
  color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: 4px 10px; border: 1px solid var(--line); text-align: right; white-space: nowrap; }
p, caption { color: var(--faint); text-align: left; }
caption { padding-top: 12px; white-space: nowrap; }
${steps('up')}${steps('down')}`;

/** The page of a study's result. The same result gives the same bytes. */
export function studyPage(result: StudyResult): string {
  const { study, manifest, rows, parameters } = result;
  const order = isLessBetter(study.rank) ? ', the least first' : '';
  const failed = rows.filter(({ error }) => error !== undefined).length;
  const policy = `default-src 'none'; style-src ${policyDigest(STYLE)}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${study.name} – Orrery</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<h1>${study.name}</h1>
<p>${rows.length} ${rows.length === 1 ? 'run' : 'runs'} of ${manifest.scenario.name}, ${failed} failed, ranked by ${study.rank}${order} · Orrery ${manifest.orrery}</p>
<h2>Maps</h2>
${pairsOf(parameters.length).map(([down, across]) => heatMap(result, down, across))}
${studyTables(result)}
</body>
</html>
`.markup;
}

/** Pairs of axes; a single axis gives a map of one row. */
function pairsOf(axes: number): (readonly [number | undefined, number])[] {
  if (axes === 1) return [[undefined, 0]];
  const all = Array.from({ length: axes }, (_, axis) => axis);
  return all.flatMap(down => all.slice(down + 1).map(across => [down, across] as const));
}

function heatMap(result: StudyResult, down: number | undefined, across: number): Html {
  const { parameters, study } = result;
  const columns = valuesOf(result, across);
  const lines = down === undefined ? [undefined] : valuesOf(result, down);
  if (columns.length > AXIS_MAX || lines.length > AXIS_MAX) return NOTHING;
  const best = bestCells(result, down, across);
  const cells = lines.map(line => columns.map(column => best.get(line)?.get(column) ?? null));
  const extent = cells
    .flat()
    .reduce((most: number, cell) => Math.max(most, Math.abs(cell ?? 0)), 0);
  const name = down === undefined ? '' : `${parameters[down] ?? ''} down, `;
  return html`<div class="wide"><table>
<caption>${study.rank}: ${name}${parameters[across] ?? ''} across</caption>
<tr><th></th>${columns.map(column => html`<th>${String(column)}</th>`)}</tr>
${lines.map(
  (line, at) =>
    html`<tr><th>${line === undefined ? '' : String(line)}</th>${(cells[at] ?? []).map(cell => mapCell(cell, extent, study.rank))}</tr>`,
)}
</table></div>`;
}

/** The best run for each pair of values of `down` and `across`, in one pass over all runs. */
function bestCells(
  { rows, study: { rank } }: StudyResult,
  down: number | undefined,
  across: number,
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
function mapCell(value: number | null, extent: number, rank: string): Html {
  if (value === null) return html`<td></td>`;
  const step = extent === 0 ? 0 : Math.round((Math.abs(value) / extent) * STEPS);
  const isBad = isLessBetter(rank) ? value > 0 : value < 0;
  const shade = `${isBad ? 'down' : 'up'}${step}`;
  return html`<td class="${shade}">${cellText(value, rankDigits(rank))}</td>`;
}

/** The values of an axis that were run, in the order of the study. */
function valuesOf({ study, rows }: StudyResult, axis: number): ParameterValue[] {
  const run = new Set(rows.map(({ values }) => values[axis]));
  return (study.axes[axis]?.values ?? []).filter(value => run.has(value));
}

/** One class per colour step, because the content policy allows no style attributes. */
function steps(name: string): string {
  return Array.from(
    { length: STEPS + 1 },
    (_, step) => `.${name}${step} { background: rgb(var(--${name}) / ${(step / STEPS) * 0.6}); }\n`,
  ).join('');
}
