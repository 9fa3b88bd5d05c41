/**
 * Trades on a candle chart: a line from the opening of a trade to each of its closes, dashed lines
 * along pending take profits and stop losses, and steps along trailing stops. They are drawn on the
 * chart's own canvas, because one series per trade would make a chart with a thousand trades very
 * slow.
 */

import type {
  AutoscaleInfo,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import type { Theme } from '../look/theme.js';
import type { Bracket, Point, TradeMark } from './page-data.js';

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

const DASH = [4, 3];
/** With at most this many trades in view, their fills and brackets are kept in view too. */
const FEW = 5;

export class TradeLines implements ISeriesPrimitive<Time> {
  readonly #trades: readonly TradeMark[];
  #theme: Theme;
  #place: SeriesAttachedParameter<Time> | undefined;
  /** A single constant array: the chart keeps the object that it gets. */
  readonly #views: readonly IPrimitivePaneView[] = [
    { zOrder: () => 'top', renderer: () => ({ draw: target => this.#draw(target) }) },
  ];

  constructor(trades: readonly TradeMark[], theme: Theme) {
    this.#trades = trades;
    this.#theme = theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    this.#place?.requestUpdate();
  }

  attached(place: SeriesAttachedParameter<Time>): void {
    this.#place = place;
  }

  detached(): void {
    this.#place = undefined;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  /** Prices besides those of the candles that must be in view. */
  autoscaleInfo(from: Logical, to: Logical): AutoscaleInfo | null {
    const seen = this.#between(from, to);
    const prices = seen.flatMap(({ open, closes, brackets }) => [
      ...[open, ...closes].map(([, price]) => price),
      ...brackets.flatMap(pricesOf),
    ]);
    if (seen.length > FEW || prices.length === 0) return null;
    return { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } };
  }

  #between(from: number, to: number): readonly TradeMark[] {
    return this.#trades.filter(trade => trade.open[0] <= to && lastCandle(trade) >= from);
  }

  #draw(target: Target): void {
    const range = this.#place?.chart.timeScale().getVisibleLogicalRange();
    if (range === null || range === undefined) return;
    target.useMediaCoordinateSpace(({ context }) => {
      for (const trade of this.#between(range.from, range.to)) {
        this.#drawBrackets(context, trade);
        this.#drawLines(context, trade);
      }
    });
  }

  #drawLines(context: CanvasRenderingContext2D, { open, closes, result }: TradeMark): void {
    const { gain, loss, faint } = this.#theme;
    context.setLineDash([]);
    context.lineWidth = 1.5;
    context.strokeStyle = result > 0 ? gain : result < 0 ? loss : faint;
    for (const close of closes) this.#line(context, open, close);
  }

  #drawBrackets(context: CanvasRenderingContext2D, { brackets }: TradeMark): void {
    const { gain, loss } = this.#theme;
    context.lineWidth = 1;
    for (const bracket of brackets) {
      context.setLineDash(bracket.kind === 'trailingStop' ? [] : DASH);
      context.strokeStyle = bracket.kind === 'takeProfit' ? gain : loss;
      for (const [from, to] of levelsOf(bracket)) this.#line(context, from, to);
    }
  }

  #line(context: CanvasRenderingContext2D, from: Point, to: Point): void {
    const [x1, y1] = this.#at(from);
    const [x2, y2] = this.#at(to);
    if (x1 === null || x2 === null || y1 === null || y2 === null) return;
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
  }

  #at([candle, price]: Point): [number | null, number | null] {
    const place = this.#place;
    if (place === undefined) return [null, null];
    return [
      place.chart.timeScale().logicalToCoordinate(candle as Logical),
      place.series.priceToCoordinate(price),
    ];
  }
}

function pricesOf({ steps }: Bracket): number[] {
  return steps.map(([, price]) => price);
}

/** Where it stood, level by level, and the rises between them. */
function levelsOf({ steps, to }: Bracket): [from: Point, to: Point][] {
  return steps.flatMap(([candle, price], index) => {
    const next = steps[index + 1];
    const end: Point = [next?.[0] ?? to, price];
    const level: [Point, Point] = [[candle, price], end];
    return next === undefined ? [level] : [level, [end, next]];
  });
}

function lastCandle({ open, closes, brackets }: TradeMark): number {
  const ends = [...closes.map(([candle]) => candle), ...brackets.map(({ to }) => to)];
  return ends.reduce((one, other) => Math.max(one, other), open[0]);
}
