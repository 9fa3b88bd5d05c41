/**
 * The distribution of closed trades' results: a histogram as a drawing, which prints and follows
 * the page's colours without a script.
 */

import type { AccountReport } from '../../data/figures/table/report-data.js';
import { grouped } from '../html/format.js';
import { type Html, html, NOTHING } from '../html/html.js';

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 48;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 26;
const GAP = 1;
/** Labels along the bottom at most. */
const LABELS = 6;

/** The drawing, or a sentence when no trade has closed. */
export function distributionSection({ distribution, currency }: AccountReport): Html {
  const { edges, counts } = distribution;
  const first = edges[0];
  const last = edges.at(-1);
  if (first === undefined || last === undefined || counts.length === 0) {
    return html`<p class="note">No trade has closed.</p>`;
  }
  const most = counts.reduce((one, other) => Math.max(one, other), 1);
  const bottom = HEIGHT - BOTTOM;
  const place = (money: number) =>
    LEFT + (last === first ? 0.5 : (money - first) / (last - first)) * (WIDTH - LEFT - RIGHT);
  const height = (count: number) => (count / most) * (bottom - TOP);
  const bars = counts.map((count, index) => {
    const from = edges[index] as number;
    const to = edges[index + 1] as number;
    const [x, end] = last === first ? [LEFT, WIDTH - RIGHT] : [place(from), place(to)];
    const side = (from + to) / 2 < 0 ? 'loss' : 'gain';
    const trades = count === 1 ? '1 trade' : `${count} trades`;
    return html`<rect class="${side}" x="${at(x)}" y="${at(bottom - height(count))}" width="${at(Math.max(1, end - x - GAP))}" height="${at(height(count))}"><title>${trades}, ${amount(from)} to ${amount(to)} ${currency}</title></rect>
`;
  });
  const labels = labelled(edges).map(money => {
    const anchor = money === first ? 'start' : money === last ? 'end' : 'middle';
    return html`<text x="${at(place(money))}" y="${HEIGHT - 8}" text-anchor="${anchor}">${amount(money)}</text>
`;
  });
  return html`<figure><svg class="histogram" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Distribution of trade results">
<line x1="${LEFT}" y1="${bottom}" x2="${WIDTH - RIGHT}" y2="${bottom}"/>
<text x="${LEFT - 6}" y="${TOP + 8}" text-anchor="end">${most}</text>
<text x="${LEFT - 6}" y="${bottom}" text-anchor="end">0</text>
${bars}${first < 0 && last > 0 ? html`<line class="zero" x1="${at(place(0))}" y1="${TOP}" x2="${at(place(0))}" y2="${bottom}"/>` : NOTHING}${labels}</svg>
<figcaption>Closed trades by result, ${currency}</figcaption></figure>`;
}

/** An even selection of edges for labels, including zero if it is an edge. */
function labelled(edges: readonly number[]): readonly number[] {
  const step = Math.ceil((edges.length - 1) / (LABELS - 1));
  const first = Math.max(0, edges.indexOf(0)) % step;
  return edges.filter((_, index) => index % step === first);
}

function at(position: number): string {
  return String(Number(position.toFixed(1)));
}

function amount(money: number): string {
  return grouped(money.toFixed(2));
}
