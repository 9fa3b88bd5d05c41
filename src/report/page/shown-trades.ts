/**
 * The trades of a candle chart: arrows at their fills and lines between them while there is room
 * for each, else a lane of wins and losses; and the list of those in view.
 */

import {
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type Logical,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { currentTheme, type Theme } from '../look/theme.js';
import type { InstrumentData, Point, TradeMark } from './page-data.js';
import { TradeLane } from './trade-lane.js';
import { TradeLines } from './trade-lines.js';
import { tradeList } from './trade-list.js';
import { lastCandle, TradesInView } from './trades-in-view.js';

/** Candles on either side of what is shown. */
const MARGIN = 30;

export interface ShownTrades {
  /** Draws them in the colours of a theme. */
  redraw(theme: Theme): void;
  /** Lets the trade with this anchor stand out; undefined: none. */
  point(anchor: string | undefined): void;
  /** Moves the chart to the trade with this anchor. @returns whether it is on this chart */
  show(anchor: string): boolean;
}

/** Draws the trades of `data` on a chart in `element`, whose next sibling becomes their list. */
export function showTrades(
  element: HTMLElement,
  chart: IChartApi,
  series: ISeriesApi<'Candlestick'>,
  { trades, candles }: InstrumentData,
): ShownTrades {
  const scale = chart.timeScale();
  const inView = new TradesInView(trades);
  const lines = new TradeLines(inView, currentTheme());
  const lane = new TradeLane(inView, currentTheme());
  series.attachPrimitive(lines);
  series.attachPrimitive(lane);
  const markers = createSeriesMarkers(series, []);
  const move = (from: number, to: number) =>
    scale.setVisibleLogicalRange({ from: from as Logical, to: to as Logical });
  const show = (anchor: string) => {
    const trade = trades.find(each => each.anchor === anchor);
    if (trade !== undefined) move(trade.open[0] - MARGIN, lastCandle(trade) + MARGIN);
    return trade !== undefined;
  };
  const point = (anchor: string | undefined) => {
    lines.pointed = anchor;
    list.mark(anchor);
  };
  const list = tradeList(element, { point, press: show });
  const update = () => {
    const range = scale.getVisibleLogicalRange();
    if (range === null) return;
    const isFew = !inView.isCrowded(range, scale.width());
    markers.setMarkers(isFew ? fillMarkers(trades, candles.time, currentTheme()) : []);
    list.show(inView.between(range.from, range.to));
  };
  scale.subscribeVisibleLogicalRangeChange(oncePerFrame(update));
  chart.subscribeClick(({ point: place }) => {
    const height = chart.panes()[0]?.getHeight() ?? 0;
    const bucket = place && lane.bucketAt(place.x, place.y, height);
    if (bucket !== undefined) move(bucket.from - MARGIN / 2, bucket.to + MARGIN / 2);
  });
  return {
    point,
    show,
    redraw(theme) {
      lines.theme = theme;
      lane.theme = theme;
      update();
    },
  };
}

/** Calls `action` at the next frame, however often it is asked for before that. */
function oncePerFrame(action: () => void): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      action();
    });
  };
}

/** One arrow per fill; a fill may close one trade and open another. */
function fillMarkers(
  trades: readonly TradeMark[],
  times: readonly number[],
  theme: Theme,
): SeriesMarker<Time>[] {
  const markers = new Map<string, SeriesMarker<Time>>();
  const add = ({ anchor }: TradeMark, [candle, price]: Point, isBuy: boolean) => {
    markers.set(`${candle} ${price} ${isBuy}`, {
      id: anchor,
      time: times[candle] as UTCTimestamp,
      position: isBuy ? 'atPriceBottom' : 'atPriceTop',
      price,
      shape: isBuy ? 'arrowUp' : 'arrowDown',
      color: theme.accent,
      size: 0.6,
    });
  };
  for (const trade of trades) {
    add(trade, trade.open, trade.isLong);
    for (const close of trade.closes) add(trade, close, !trade.isLong);
  }
  return [...markers.values()].sort((one, other) => Number(one.time) - Number(other.time));
}
