/** Where the lines and their labels stand. */

import type { PriceScale } from './price-scale.js';

/** Labels closer than this stand beside each other, in CSS pixels. */
const LABEL_HEIGHT = 22;
const LABEL_WIDTH = 214;
/** From a line to the upper and lower edge of its label. */
const LABEL_HALF = 10;

/** Places the lines within `box`, which becomes as large as the pane of the candles. */
export function placeLines(
  box: HTMLElement,
  scale: PriceScale,
  lines: readonly { readonly element: HTMLElement | undefined; readonly price: number }[],
): void {
  const { width, height } = scale.size();
  box.style.width = `${width}px`;
  box.style.height = `${height}px`;
  const columns = Math.max(1, Math.floor(width / LABEL_WIDTH));
  const places = lines.map(({ element, price }) => ({ element, y: scale.yOf(price) }));
  let last = Number.NEGATIVE_INFINITY;
  let column = 0;
  for (const { element, y } of places.sort((one, other) => (one.y ?? 0) - (other.y ?? 0))) {
    if (element === undefined) continue;
    const isSeen = y !== undefined && y >= 0 && y <= height;
    element.hidden = !isSeen;
    if (!isSeen) continue;
    column = y - last < LABEL_HEIGHT ? (column + 1) % columns : 0;
    last = y;
    // Not a transform: the labels of all lines must stand above the rules of all.
    element.style.top = `${Math.round(y)}px`;
    const inside = Math.min(Math.max(y, LABEL_HALF), height - LABEL_HALF);
    element.style.setProperty('--shift', `${Math.round(inside - y)}px`);
    element.style.setProperty('--left', `${column * LABEL_WIDTH}px`);
  }
}
