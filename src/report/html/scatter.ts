/**
 * Two values of many things as a drawing of dots: it needs no script, prints, and follows the page's
 * colours by classes. Each dot is a link.
 */

import {
  digitsOf,
  levelsOf,
  place,
  spanOf,
  positionText as text,
  type ValueRange,
} from './axis.js';
import { type Html, html } from './html.js';

export interface ScatterDot {
  readonly x: number;
  readonly y: number;
  /** What it is, shown when it is pointed at. */
  readonly title: string;
  /** The id of the element with its details. */
  readonly anchor: string;
  readonly className: string;
}

export interface Scatter {
  /** What the drawing shows, for screen readers. */
  readonly label: string;
  readonly caption: string;
  readonly dots: readonly ScatterDot[];
  /** The line y = slope * x, on which or on one side of which every dot must lie. */
  readonly slope: 1 | -1;
  readonly valueText: (value: number, digits: number) => string;
}

const WIDTH = 470;
const HEIGHT = 300;
const LEFT = 64;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 30;
const DOT = 3;

/** The drawing; both axes begin at zero or below. @param scatter - at least one dot */
export function scatter({ label, caption, dots, slope, valueText }: Scatter): Html {
  const levelsAcross = levelsOf(spanOf([0, ...dots.map(({ x }) => x)]));
  const levelsDown = levelsOf(spanOf([0, ...dots.map(({ y }) => y)]));
  const across = spanOf(levelsAcross);
  const down = spanOf(levelsDown);
  const x = (value: number) => text(place(value, across, [LEFT, WIDTH - RIGHT]));
  const y = (value: number) => text(place(value, down, [HEIGHT - BOTTOM, TOP]));
  const levelText = (levels: readonly number[]) => {
    const digits = digitsOf((levels[1] ?? 0) - (levels[0] ?? 0));
    return (level: number) => valueText(level, digits);
  };
  const [acrossText, downText] = [levelText(levelsAcross), levelText(levelsDown)];
  const end = endOfBound(across, down, slope);
  return html`<figure><svg class="drawing scatter" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
${levelsDown.map(
  level => html`<line class="${level === 0 ? 'axis' : 'level'}" x1="${LEFT}" y1="${y(level)}" x2="${WIDTH - RIGHT}" y2="${y(level)}"/><text x="${LEFT - 8}" y="${Number(y(level)) + 4}" text-anchor="end">${downText(level)}</text>
`,
)}${levelsAcross.map(
  level => html`<line class="level" x1="${x(level)}" y1="${TOP}" x2="${x(level)}" y2="${HEIGHT - BOTTOM}"/><text x="${x(level)}" y="${HEIGHT - 10}" text-anchor="middle">${acrossText(level)}</text>
`,
)}<line class="mark" x1="${x(0)}" y1="${y(0)}" x2="${x(end)}" y2="${y(slope * end)}"/>
${dots.map(
  dot => html`<a href="#${dot.anchor}"><circle class="${dot.className}" cx="${x(dot.x)}" cy="${y(dot.y)}" r="${DOT}"><title>${dot.title}</title></circle></a>
`,
)}</svg>
<figcaption>${caption}</figcaption></figure>`;
}

/** How far along x the line of the bound stays in the drawing. */
function endOfBound([, most]: ValueRange, [lowest, highest]: ValueRange, slope: 1 | -1): number {
  return Math.min(most, slope === 1 ? highest : -lowest);
}
