/**
 * Parallel coordinates of a study: an axis for each parameter, and the figure that ranks the runs at
 * the right. Each run is a line through its values; the best tenth is in the colour of the page.
 */

import type { ParameterValue } from '../../data/storage/study/study-file.js';
import { type Html, html, NOTHING } from '../../report/html/html.js';
import { isLessBetter, rankedValue } from '../judge/rank.js';
import type { StudyResult } from './study-result.js';

const WIDTH = 960;
const HEIGHT = 360;
const SIDE = 70;
const TOP = 40;
const BOTTOM = 24;
/** Greatest number of runs drawn; the best come first. */
const MOST_LINES = 600;
const BEST_SHARE = 0.1;
const MOST_LABELS = 8;

/** A vertical line with the places of its values. */
interface Axis {
  readonly name: string;
  readonly labels: readonly (readonly [text: string, height: number])[];
}

/** The drawing; nothing for a study of a single parameter. @param rankText - value to text. */
export function parallelChart(result: StudyResult, rankText: (value: number) => string): Html {
  const { study, parameters, best } = result;
  const runs = best.slice(0, MOST_LINES);
  if (parameters.length < 2 || runs.length < 2) return NOTHING;
  const values = runs.map(row => rankedValue(row, study.rank) ?? 0);
  const span = [Math.min(...values), Math.max(...values)] as const;
  const heightOfRank = (value: number) => heightAt(value, span, isLessBetter(study.rank));
  const axes: Axis[] = [
    ...parameters.map((name, axis) => parameterAxis(name, study.axes[axis]?.values ?? [])),
    { name: study.rank, labels: span.map(value => [rankText(value), heightOfRank(value)]) },
  ];
  const x = (axis: number) => SIDE + (axis * (WIDTH - 2 * SIDE)) / (axes.length - 1);
  const top = Math.max(1, Math.ceil(runs.length * BEST_SHARE));
  const lines = runs.map((row, index) => {
    const heights = row.values.map((value, axis) =>
      heightOf(value, study.axes[axis]?.values ?? []),
    );
    const ends = [...heights, heightOfRank(values[index] ?? 0)];
    const points = ends.map((height, axis) => `${at(x(axis))},${at(height)}`).join(' ');
    return html`<polyline class="${index < top ? 'run best' : 'run'}" points="${points}"><title>run ${row.index + 1}: ${rankText(values[index] ?? 0)}</title></polyline>
`;
  });
  const cut = runs.length < best.length ? `, the best ${runs.length} of ${best.length}` : '';
  return html`<figure class="chart"><svg class="drawing" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Parameters of each run and what it came to">
${[...lines].reverse()}${axes.map((axis, index) => axisMarkup(axis, x(index), index === axes.length - 1))}</svg>
<figcaption>Each line is a run${cut}. The best tenth by ${study.rank} is highlighted; better is higher on the axis at the right.</figcaption></figure>`;
}

function parameterAxis(name: string, values: readonly ParameterValue[]): Axis {
  const step = Math.ceil(values.length / MOST_LABELS);
  const shown = values.filter((_, index) => index % step === 0);
  return { name, labels: shown.map(value => [String(value), heightOf(value, values)]) };
}

function axisMarkup({ name, labels }: Axis, x: number, isLast: boolean): Html {
  const anchor = isLast ? 'end' : 'start';
  const side = isLast ? x - 6 : x + 6;
  // The names at the sides may be longer than there is room beside their axes.
  const isFirst = x === SIDE;
  const place = isFirst ? 0 : isLast ? WIDTH : x;
  const nameAnchor = isFirst ? 'start' : isLast ? 'end' : 'middle';
  return html`<line class="axis" x1="${at(x)}" y1="${TOP}" x2="${at(x)}" y2="${HEIGHT - BOTTOM}"/><text class="name" x="${at(place)}" y="20" text-anchor="${nameAnchor}">${name}</text>
${labels.map(([text, height]) => html`<text class="value" x="${at(side)}" y="${at(height + 4)}" text-anchor="${anchor}">${text}</text>`)}
`;
}

/** The place of a value among those of its axis: equal steps, the last at the top. */
function heightOf(value: ParameterValue | undefined, values: readonly ParameterValue[]): number {
  const index = value === undefined ? -1 : values.indexOf(value);
  return heightAt(index, [0, Math.max(0, values.length - 1)], false);
}

function heightAt(
  value: number,
  [least, most]: readonly [number, number],
  isDown: boolean,
): number {
  const share = most === least ? 0.5 : (value - least) / (most - least);
  return TOP + (isDown ? share : 1 - share) * (HEIGHT - TOP - BOTTOM);
}

function at(position: number): string {
  return String(Number(position.toFixed(1)));
}
