/**
 * What the series of the chart cannot draw of indicators: lines that stand some candles later or earlier
 * than what they are computed from, and the shade between two lines.
 */

import type { Logical } from 'lightweight-charts';
import { type Canvas, Drawing } from '../../../report/look/drawing.js';
import type { LineValues } from './running.js';

/** The lines of an indicator, with their colours. */
export interface ColouredLines {
  /** The values, one for each candle, in their order. */
  readonly values: readonly LineValues[];
  readonly lines: readonly {
    readonly colour: string;
    readonly shift: number;
    /** Whether it is drawn here: no series shows it. */
    readonly isDrawn: boolean;
  }[];
  readonly band: readonly [number, number] | undefined;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

const SHADE = 0.1;

/** Owns the lines; `show` replaces them. */
export class ShiftedLines extends Drawing {
  #shown: readonly ColouredLines[] = [];

  constructor() {
    super('bottom');
  }

  /** Shows these from now on. */
  show(shown: readonly ColouredLines[]): void {
    this.#shown = shown;
    this.update();
  }

  protected override draw(canvas: Canvas): void {
    for (const shown of this.#shown) {
      if (shown.band !== undefined) drawBand(canvas, shown, shown.band);
      for (const [line, { colour, isDrawn }] of shown.lines.entries()) {
        if (!isDrawn) continue;
        const { context } = canvas;
        context.strokeStyle = colour;
        context.lineWidth = 1;
        context.beginPath();
        for (const { x, y } of placesOf(canvas, shown, line)) context.lineTo(x, y);
        context.stroke();
      }
    }
  }
}

function drawBand(
  canvas: Canvas,
  shown: ColouredLines,
  [upper, lower]: readonly [number, number],
): void {
  const { context } = canvas;
  const outline = [...placesOf(canvas, shown, upper), ...placesOf(canvas, shown, lower).reverse()];
  context.beginPath();
  for (const { x, y } of outline) context.lineTo(x, y);
  context.globalAlpha = SHADE;
  context.fillStyle = shown.lines[upper]?.colour ?? '';
  context.fill();
  context.globalAlpha = 1;
}

/** The places of a line in view, from the left. */
function placesOf(
  { chart, series }: Canvas,
  { values, lines }: ColouredLines,
  line: number,
): Place[] {
  const scale = chart.timeScale();
  const range = scale.getVisibleLogicalRange();
  const shift = lines[line]?.shift ?? 0;
  if (range === null) return [];
  const from = Math.max(0, Math.floor(range.from) - shift - 1);
  const to = Math.min(values.length - 1, Math.ceil(range.to) - shift + 1);
  const places: Place[] = [];
  for (let index = from; index <= to; index += 1) {
    const value = values[index]?.[line];
    if (value === undefined) continue;
    const x = scale.logicalToCoordinate((index + shift) as Logical);
    const y = series.priceToCoordinate(value);
    if (x !== null && y !== null) places.push({ x, y });
  }
  return places;
}
