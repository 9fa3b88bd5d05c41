/** Where the lines and their labels stand, and which lines are out of view. */

import type { PriceScale } from './price-scale.js';
import { stackLabels } from './stack-labels.js';

/**
 * The distance between the middles of two labels, and the width of a column of labels, in CSS
 * pixels.
 */
const LABEL_STEP = 22;
const LABEL_WIDTH = 300;
/** The distance from the left edge to the labels: the room of their leaders. */
const LEADER_WIDTH = 18;

/** A line with its element. */
export interface PlacedLine {
  readonly key: string;
  readonly element: HTMLElement | undefined;
  readonly price: number;
}

/** The lines that the range of the chart does not have, the nearest first. */
export interface LinesOutOfView {
  readonly above: readonly string[];
  readonly below: readonly string[];
}

/** Places the lines within `box`, which becomes as large as the pane of the candles. */
export function placeLines(
  box: HTMLElement,
  scale: PriceScale,
  lines: readonly PlacedLine[],
): LinesOutOfView {
  const { width, height } = scale.size();
  box.style.width = `${width}px`;
  box.style.height = `${height}px`;
  const known = lines.map(line => ({ ...line, y: scale.yOf(line.price) ?? Number.NaN }));
  const seen = known.filter(({ y }) => y >= 0 && y <= height);
  for (const { element, y } of known) {
    if (element !== undefined) element.hidden = !(y >= 0 && y <= height);
  }
  const places = stackLabels(
    seen.map(({ y }) => y),
    { height, step: LABEL_STEP },
  );
  for (const [index, { element, y }] of seen.entries()) {
    const place = places[index];
    if (element !== undefined && place !== undefined) put(element, y, place);
  }
  const byPlace = known.sort((one, other) => one.y - other.y);
  return {
    above: byPlace
      .filter(({ y }) => y < 0)
      .map(({ key }) => key)
      .reverse(),
    below: byPlace.filter(({ y }) => y > height).map(({ key }) => key),
  };
}

/** Not a transform: the labels of all lines must stand above the rules of all. */
function put(element: HTMLElement, y: number, label: { y: number; column: number }): void {
  const shift = Math.round(label.y - y);
  element.style.top = `${Math.round(y)}px`;
  element.style.setProperty('--shift', `${shift}px`);
  element.style.setProperty('--left', `${label.column * LABEL_WIDTH}px`);
  element.querySelector('.leader path')?.setAttribute('d', `M0 0L${LEADER_WIDTH} ${shift}`);
}
