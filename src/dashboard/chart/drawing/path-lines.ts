/** Draws the ways of trades and trailing stops over the candles. */

import type { UTCTimestamp } from 'lightweight-charts';
import { type Canvas, Drawing } from '../../../report/look/drawing.js';
import type { Theme } from '../../../report/look/theme.js';
import type { Path } from './trade-paths.js';

const COLOURS = { gain: 'gain', loss: 'loss', trail: 'text' } as const;
/** A trailing stop is a solid step, a closed trade a dotted line. */
const DASHES = { gain: [2, 3], loss: [2, 3], trail: [] } as const;
const WIDTH = 1.5;

/** Owns the paths and the theme; `show` replaces both. */
export class PathLines extends Drawing {
  #paths: readonly Path[] = [];
  #theme: Theme;

  constructor(theme: Theme) {
    super('top');
    this.#theme = theme;
  }

  /** Shows these from now on. */
  show(paths: readonly Path[], theme: Theme): void {
    this.#paths = paths;
    this.#theme = theme;
    this.update();
  }

  protected override draw({ context, chart, series }: Canvas): void {
    const range = chart.timeScale().getVisibleRange();
    if (range === null) return;
    context.lineWidth = WIDTH;
    for (const { kind, points } of this.#paths) {
      const [first, last] = [points[0]?.time ?? 0, points.at(-1)?.time ?? 0];
      if (last < Number(range.from) || first > Number(range.to)) continue;
      context.strokeStyle = this.#theme[COLOURS[kind]];
      context.setLineDash([...DASHES[kind]]);
      context.beginPath();
      for (const { time, price } of points) {
        const x = chart.timeScale().timeToCoordinate(time as UTCTimestamp);
        const y = series.priceToCoordinate(price);
        if (x !== null && y !== null) context.lineTo(x, y);
      }
      context.stroke();
    }
  }
}
