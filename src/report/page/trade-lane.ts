/**
 * Trades where they are too many to tell apart: a lane at the foot of the candles with trades won
 * above a line and trades lost below it, by stretches of candles.
 */

import type { Canvas } from '../look/drawing.js';
import { TradeDrawing } from './trade-drawing.js';
import { type Bucket, bucketsOf } from './trades-in-view.js';

/** Pixels: of a stretch, between two of them, of the lane, and of the largest bar. */
const STRETCH = 12;
const GAP = 2;
const LANE = 46;
const BAR = 17;

/** Owns the stretches that it drew last. */
export class TradeLane extends TradeDrawing {
  #drawn: readonly Bucket[] = [];

  /** The stretch at a place of the pane, in pixels; undefined outside the lane, and where no trade closed. */
  bucketAt(x: number, y: number, height: number): Bucket | undefined {
    const bucket = y < height - LANE ? undefined : this.#drawn[Math.floor(x / STRETCH)];
    return bucket === undefined || bucket.won + bucket.lost === 0 ? undefined : bucket;
  }

  protected override draw(canvas: Canvas): void {
    const { chart, context, width, height } = canvas;
    const range = chart.timeScale().getVisibleLogicalRange();
    const count = Math.ceil(width / STRETCH);
    this.#drawn = [];
    if (range === null || !this.trades.isCrowded(range, width)) return;
    this.#drawn = bucketsOf(this.trades.all, [range.from, range.to], count);
    const most = this.#drawn.reduce((one, { won, lost }) => Math.max(one, won, lost), 1);
    const middle = height - LANE / 2;
    const bar = (index: number, many: number, colour: string, up: 1 | -1) => {
      const size = Math.ceil((many / most) * BAR);
      context.fillStyle = colour;
      context.fillRect(index * STRETCH, up === 1 ? middle - size : middle, STRETCH - GAP, size);
    };
    this.#drawn.forEach(({ won, lost }, index) => {
      bar(index, won, this.theme.gain, 1);
      bar(index, lost, this.theme.loss, -1);
    });
    context.fillStyle = this.theme.faint;
    context.fillRect(0, middle, width, 1);
  }
}
