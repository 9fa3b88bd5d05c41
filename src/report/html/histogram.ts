/** A histogram as a drawing: bars, with a line where one value of interest stands among them. */

import type { Bins } from '../../data/figures/math/bins.js';
import { type Html, html, NOTHING } from './html.js';

export interface Histogram {
  readonly label: string;
  readonly caption: string;
  readonly bins: Bins;
  /** The value that is marked, and its name. */
  readonly mark: { readonly value: number; readonly name: string };
  readonly xText: (value: number) => string;
}

const WIDTH = 960;
const HEIGHT = 260;
const SIDE = 12;
const TOP = 28;
const BOTTOM = 30;
const LABELS = 4;

/** The drawing; nothing without a value. */
export function histogram({ label, caption, bins, mark, xText }: Histogram): Html {
  const { from, counts } = bins;
  const width = bins.width === 0 ? 1 : bins.width;
  const most = counts.reduce((high, count) => Math.max(high, count), 0);
  if (most === 0) return NOTHING;
  const low = Math.min(from, mark.value);
  const high = Math.max(from + width * counts.length, mark.value);
  const x = (value: number) => SIDE + ((value - low) / (high - low)) * (WIDTH - 2 * SIDE);
  const floor = HEIGHT - BOTTOM;
  const y = (count: number) => floor - (count / most) * (floor - TOP);
  const bars = counts.map((count, at) => {
    const left = x(from + at * width);
    const wide = Math.max(1, x(from + (at + 1) * width) - left - 1);
    return html`<rect class="bar" x="${text(left)}" y="${text(y(count))}" width="${text(wide)}" height="${text(floor - y(count))}"/>
`;
  });
  const place = x(mark.value);
  const isRight = place > WIDTH / 2;
  const labels = Array.from({ length: LABELS + 1 }, (_, at) => {
    const value = low + ((high - low) * at) / LABELS;
    const anchor = at === 0 ? 'start' : at === LABELS ? 'end' : 'middle';
    return html`<text x="${text(x(value))}" y="${HEIGHT - 8}" text-anchor="${anchor}">${xText(value)}</text>
`;
  });
  return html`<figure class="chart"><svg class="drawing" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
${bars}<line class="own" x1="${text(place)}" y1="${TOP - 8}" x2="${text(place)}" y2="${floor}"/><text class="own" x="${text(place + (isRight ? -6 : 6))}" y="${TOP - 10}" text-anchor="${isRight ? 'end' : 'start'}">${mark.name} ${xText(mark.value)}</text>
${labels}</svg>
<figcaption><span>${caption}</span></figcaption></figure>`;
}

function text(value: number): string {
  return value.toFixed(1);
}
