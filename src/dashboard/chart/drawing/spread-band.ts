/** The band between bid and ask at the close of each candle in view. */

import type { UTCTimestamp } from 'lightweight-charts';
import { type Canvas, Drawing } from '../../../report/look/drawing.js';
import { type Bar, lastAtOrBefore } from './bars.js';

const ALPHA = 0.16;

/** Owns the colour of the band, which its setter replaces. The candles belong to the pane. */
export class SpreadBand extends Drawing {
  readonly #bars: () => readonly Bar[];
  #colour: string | undefined;

  constructor(bars: () => readonly Bar[]) {
    super('bottom');
    this.#bars = bars;
  }

  /** Undefined hides the band. */
  set colour(colour: string | undefined) {
    this.#colour = colour;
    this.update();
  }

  protected override draw(canvas: Canvas): void {
    const { context, chart, series } = canvas;
    const range = chart.timeScale().getVisibleRange();
    if (this.#colour === undefined || range === null) return;
    const bars = this.#bars();
    const from = Math.max(0, lastAtOrBefore(bars, Number(range.from)));
    const seen = bars.slice(from, lastAtOrBefore(bars, Number(range.to)) + 1);
    const edge = (bar: Bar, kind: 'bid' | 'ask') => ({
      x: chart.timeScale().timeToCoordinate(bar.time as UTCTimestamp),
      y: series.priceToCoordinate(bar.prices[kind].close),
    });
    context.beginPath();
    const outline = [
      ...seen.map(bar => edge(bar, 'bid')),
      ...seen.toReversed().map(bar => edge(bar, 'ask')),
    ];
    for (const { x, y } of outline) if (x !== null && y !== null) context.lineTo(x, y);
    context.globalAlpha = ALPHA;
    context.fillStyle = this.#colour;
    context.fill();
  }
}
