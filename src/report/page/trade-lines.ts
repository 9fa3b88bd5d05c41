/**
 * Trades on a candle chart: a line from where a trade opened to each place where it closed, dashes
 * along its take profits and stop losses while they waited, and steps along its trailing stops. Drawn onto the chart's own
 * canvas, because a series for each trade would make a chart of a thousand trades stand still.
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
import type { Bracket, Point, TradeMark } from './page-data.js';
import type { Theme } from './theme.js';

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

const DASH = [4, 3];
/** With so many trades in view or fewer, their fills and brackets are in view, too. */
const FEW = 5;

export class TradeLines implements ISeriesPrimitive<Time> {
  readonly #trades: readonly TradeMark[];
  #theme: Theme;
  #place: SeriesAttachedParameter<Time> | undefined;
  /** One for ever: the chart keeps what it is given. */
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

  /** The prices that have to be in view besides those of candles. */
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
