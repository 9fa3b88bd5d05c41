/**
 * Trades on a candle chart: a line from the opening of a trade to each of its closes, dashed lines
 * along pending take profits and stop losses, and steps along trailing stops. Too many to tell apart
 * are left to trade-lane.ts. They are drawn on the chart's own canvas, because one series per trade
 * would make a chart with a thousand trades very slow.
 */

import type { AutoscaleInfo, Logical } from 'lightweight-charts';
import type { Canvas } from '../look/drawing.js';
import type { ExitOrderSteps, Point, TradeMark } from './page-data.js';
import { TradeDrawing } from './trade-drawing.js';
import { tradesBetween } from './trades-in-view.js';

const DASH = [4, 3];
/** Widths of the line of a trade, in pixels: of most, and of the one at which the reader points. */
const WIDTH = 1.5;
const POINTED_WIDTH = 4;
/** With at most this many trades in view, their fills and brackets are kept in view too. */
const FEW = 5;

/** Owns the trade that stands out, which a setter replaces. */
export class TradeLines extends TradeDrawing {
  #pointed: string | undefined;

  /** The trade that stands out, by its anchor. */
  set pointed(anchor: string | undefined) {
    this.#pointed = anchor;
    this.update();
  }

  /** Prices besides those of the candles that must be in view. */
  autoscaleInfo(from: Logical, to: Logical): AutoscaleInfo | null {
    const seen = tradesBetween(this.trades.all, from, to);
    const prices = seen.flatMap(({ open, closes, brackets }) => [
      ...[open, ...closes].map(([, price]) => price),
      ...brackets.flatMap(({ steps }) => steps.map(([, price]) => price)),
    ]);
    if (seen.length > FEW || prices.length === 0) return null;
    return { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } };
  }

  protected override draw(canvas: Canvas): void {
    const range = canvas.chart.timeScale().getVisibleLogicalRange();
    if (range === null) return;
    const isFew = !this.trades.isCrowded(range, canvas.width);
    for (const trade of this.trades.between(range.from, range.to)) {
      const isPointed = trade.anchor === this.#pointed;
      if (!isFew && !isPointed) continue;
      this.#drawBrackets(canvas, trade);
      this.#drawLines(canvas, trade, isPointed ? POINTED_WIDTH : WIDTH);
    }
  }

  #drawLines(canvas: Canvas, { open, closes, result }: TradeMark, width: number): void {
    const { gain, loss, faint } = this.theme;
    const { context } = canvas;
    context.setLineDash([]);
    context.lineWidth = width;
    context.strokeStyle = result > 0 ? gain : result < 0 ? loss : faint;
    for (const close of closes) drawLine(canvas, open, close);
  }

  #drawBrackets(canvas: Canvas, { brackets }: TradeMark): void {
    const { gain, loss } = this.theme;
    const { context } = canvas;
    context.lineWidth = 1;
    for (const bracket of brackets) {
      context.setLineDash(bracket.kind === 'trailingStop' ? [] : DASH);
      context.strokeStyle = bracket.kind === 'takeProfit' ? gain : loss;
      for (const [from, to] of levelsOf(bracket)) drawLine(canvas, from, to);
    }
  }
}

function drawLine({ context, chart, series }: Canvas, from: Point, to: Point): void {
  const x = ([candle]: Point) => chart.timeScale().logicalToCoordinate(candle as Logical);
  const y = ([, price]: Point) => series.priceToCoordinate(price);
  const [x1, y1, x2, y2] = [x(from), y(from), x(to), y(to)];
  if (x1 === null || x2 === null || y1 === null || y2 === null) return;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/** Where it stood, level by level, and the rises between them. */
function levelsOf({ steps, to }: ExitOrderSteps): [from: Point, to: Point][] {
  return steps.flatMap(([candle, price], index) => {
    const next = steps[index + 1];
    const end: Point = [next?.[0] ?? to, price];
    const level: [Point, Point] = [[candle, price], end];
    return next === undefined ? [level] : [level, [end, next]];
  });
}
