/**
 * Curves as a drawing: it needs no script, prints, and follows the page's colours by classes. What
 * the curves are is said under the drawing.
 */

import {
  digitsOf,
  levelsOf,
  place,
  spanOf,
  positionText as text,
  type ValueRange,
} from './axis.js';
import { type Html, html, NOTHING } from './html.js';

export interface ChartLine {
  readonly name: string;
  /** The points in order of x; at least one, so that the line can be seen. */
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** An area between two values. */
export interface ChartBand {
  readonly name: string;
  readonly points: readonly (readonly [x: number, low: number, high: number])[];
}

/** A single point, such as one run of a study. */
export interface ChartDot {
  readonly x: number;
  readonly y: number;
  /** What it is, shown when it is pointed at. */
  readonly title: string;
  /** Whether it stands out. */
  readonly isBest: boolean;
}

export interface LineChart {
  /** What the drawing shows, for screen readers. */
  readonly label: string;
  readonly caption: string;
  readonly lines: readonly ChartLine[];
  /** The widest first. */
  readonly bands?: readonly ChartBand[];
  readonly dots?: readonly ChartDot[];
  /** Vertical lines. */
  readonly marks?: readonly number[];
  readonly xText: (x: number) => string;
  /** @param digits - decimals that distinguish neighbouring levels. */
  readonly yText: (y: number, digits: number) => string;
}

const WIDTH = 960;
const HEIGHT = 360;
const LEFT = 112;
const RIGHT = 12;
const TOP = 22;
const BOTTOM = 30;
const LABELS_ACROSS = 4;
const DOT = 5;

/** The drawing, or a sentence without a point. */
export function lineChart(chart: LineChart): Html {
  const { lines, bands = [], dots = [], marks = [], label, caption } = chart;
  const points = [
    ...lines.flatMap(line => line.points),
    ...dots.map((dot): [number, number] => [dot.x, dot.y]),
    ...bands.flatMap(band =>
      band.points.flatMap(([x, low, high]): [number, number][] => [
        [x, low],
        [x, high],
      ]),
    ),
  ];
  if (points.length === 0) return html`<p class="note">There is nothing to draw.</p>`;
  const across = spanOf(points.map(([x]) => x));
  const levels = levelsOf(spanOf(points.map(([, y]) => y)));
  const down = spanOf(levels);
  const digits = digitsOf((levels[1] ?? 0) - (levels[0] ?? 0));
  const x = (value: number) => place(value, across, [LEFT, WIDTH - RIGHT]);
  const y = (value: number) => place(value, down, [HEIGHT - BOTTOM, TOP]);
  const path = (each: readonly (readonly [number, number])[]) =>
    each.map(([px, py], at) => `${at === 0 ? 'M' : 'L'}${text(x(px))} ${text(y(py))}`).join('');
  return html`<figure class="chart"><svg class="drawing" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
${levels.map(
  level => html`<line class="level" x1="${LEFT}" y1="${text(y(level))}" x2="${WIDTH - RIGHT}" y2="${text(y(level))}"/><text x="${LEFT - 8}" y="${text(y(level) + 4)}" text-anchor="end">${chart.yText(level, digits)}</text>
`,
)}${marks.map(
  mark => html`<line class="mark" x1="${text(x(mark))}" y1="${TOP}" x2="${text(x(mark))}" y2="${HEIGHT - BOTTOM}"/>
`,
)}${bands.map(
  (band, index) => html`<path class="band band-${index + 1}" d="${bandPath(band, path)}"/>
`,
)}${lines.map(
  (line, index) => html`<path class="line line-${index + 1}" d="${path(line.points)}"/>
`,
)}${dots.map(
  dot => html`<circle class="${dot.isBest ? 'dot best' : 'dot'}" cx="${text(x(dot.x))}" cy="${text(y(dot.y))}" r="${DOT}"><title>${dot.title}</title></circle>
`,
)}${labelsAcross(across, x, chart.xText)}</svg>
<figcaption>${lines.map(({ name }, index) => html`<span class="key line-${index + 1}">${name}</span> `)}${bands.map(({ name }, index) => html`<span class="key band-${index + 1}">${name}</span> `)}${caption === '' ? NOTHING : html`<span>${caption}</span>`}</figcaption></figure>`;
}

/** A band as one outline: its upper side, and its lower side back. */
function bandPath(
  { points }: ChartBand,
  path: (points: readonly (readonly [number, number])[]) => string,
): string {
  const upper = points.map(([x, , high]) => [x, high] as const);
  const lower = points.map(([x, low]) => [x, low] as const).reverse();
  return `${path([...upper, ...lower])}Z`;
}

function labelsAcross(
  across: ValueRange,
  x: (value: number) => number,
  textOf: (x: number) => string,
) {
  const [least, most] = across;
  const places = Array.from(
    { length: LABELS_ACROSS },
    (_, index) => least + ((most - least) * index) / (LABELS_ACROSS - 1),
  );
  const shown = places.filter(
    (at, index) => index === 0 || textOf(at) !== textOf(places[index - 1] ?? 0),
  );
  // By its place in the list: the last value is not exactly the most when the span is no whole number.
  const [first, last] = [places[0], places.at(-1)];
  return shown.map(at => {
    const anchor = at === first ? 'start' : at === last ? 'end' : 'middle';
    return html`<text x="${text(x(at))}" y="${HEIGHT - 8}" text-anchor="${anchor}">${textOf(at)}</text>
`;
  });
}
