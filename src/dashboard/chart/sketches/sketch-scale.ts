/** The chart's scales for drawings: its prices and its times as places. */

import type { PriceScale } from '../lines/price-scale.js';

export interface SketchScale extends PriceScale {
  /** Length of a candle. */
  readonly seconds: number;
  /** Returns the place in CSS pixels from the left, for UNIX seconds. */
  xOf(time: number): number | undefined;
  timeAt(x: number): number | undefined;
  /** How many candles lie between the starts of two, in UNIX seconds. */
  barsBetween(from: number, to: number): number;
}
