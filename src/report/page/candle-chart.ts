/**
 * The candles of one instrument with its trades: an arrow for each fill, the lines of
 * trade-lines.ts, and a line of text about the candle under the cursor.
 */

import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type Logical,
  PriceScaleMode,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { candleColours, chartOptions } from '../look/chart-look.js';
import { currentTheme, type Theme } from '../look/theme.js';
import { keysMove } from '../look/zoom-keys.js';
import type { InstrumentData, Point, TradeMark } from './page-data.js';
import { drawStrategyLines, type StrategyLines } from './strategy-lines.js';
import { switchButton } from './switch-button.js';
import { TradeLines } from './trade-lines.js';

/** Candles on either side of a trade that is shown. */
const MARGIN = 30;
/** Ratio of the highest to the lowest price from which a logarithmic scale is useful. */
const WIDE = 1.25;

export interface CandleChart {
  /** Draws the chart again in the current colours. */
  readonly redraw: () => void;
  /** Shows the trade with this anchor. @returns whether it is on this chart. */
  show(anchor: string): boolean;
}

/** Draws `data` into `element`. */
export function drawCandles(element: HTMLElement, data: InstrumentData): CandleChart {
  const told = document.createElement('p');
  told.className = 'told';
  element.before(told);
  const chart = createChart(element, chartOptions(currentTheme()));
  const series = addCandles(chart, data);
  const lines = new TradeLines(data.trades, currentTheme());
  series.attachPrimitive(lines);
  const drawn = drawStrategyLines(element, chart, series, data);
  const markers = createSeriesMarkers(series, []);
  const trades = new Map(data.trades.map(trade => [trade.anchor, trade]));
  // Resize at once instead of when the browser calls back, because printing does not wait.
  const resize = () => chart.resize(element.clientWidth, element.clientHeight, true);
  new ResizeObserver(resize).observe(element);
  const redraw = () => {
    const theme = currentTheme();
    chart.applyOptions(chartOptions(theme));
    series.applyOptions(candleColours(theme));
    lines.theme = theme;
    markers.setMarkers(fillMarkers(data, theme));
    drawn.redraw(theme);
    resize();
  };
  redraw();
  chart.timeScale().fitContent();
  zoomOncePressed(chart, element);
  moveByKeys(chart, element, data);
  if (isWide(data)) told.previousElementSibling?.append(logSwitch(chart));
  tell({ chart, series, told, noteAt: drawn.noteAt }, data, trades);
  return {
    redraw,
    show(anchor) {
      const trade = trades.get(anchor);
      if (trade === undefined) return false;
      showTrade(chart, trade);
      element.scrollIntoView({ block: 'center' });
      return true;
    },
  };
}

/** Moves the chart to the candles of a trade, with some on either side. */
function showTrade(chart: IChartApi, { open, closes }: TradeMark): void {
  const last = closes.reduce((one, [candle]) => Math.max(one, candle), open[0]);
  chart.timeScale().setVisibleLogicalRange({
    from: (open[0] - MARGIN) as Logical,
    to: (last + MARGIN) as Logical,
  });
}

/** Puts the candles of `data` on the chart. */
function addCandles(chart: IChartApi, data: InstrumentData): ISeriesApi<'Candlestick'> {
  const series = chart.addSeries(CandlestickSeries, {
    priceLineVisible: false,
    lastValueVisible: false,
    priceFormat: {
      type: 'price',
      precision: data.precision,
      minMove: Number(`1e-${data.precision}`),
    },
  });
  const { time, open, high, low, close } = data.candles;
  series.setData(
    time.map((at, index) => ({
      time: at as UTCTimestamp,
      open: open[index] as number,
      high: high[index] as number,
      low: low[index] as number,
      close: close[index] as number,
    })),
  );
  return series;
}

/** Until the chart is pressed, and when the pointer has left it, the wheel scrolls the page. */
function zoomOncePressed(chart: IChartApi, element: HTMLElement): void {
  const zoom = (mouseWheel: boolean) =>
    chart.applyOptions({
      handleScale: { mouseWheel },
      handleScroll: { mouseWheel, vertTouchDrag: false },
    });
  zoom(false);
  element.addEventListener('pointerdown', () => zoom(true));
  element.addEventListener('pointerleave', () => zoom(false));
}

function moveByKeys(chart: IChartApi, element: HTMLElement, { candles, name }: InstrumentData) {
  const full = [-1, candles.time.length] as const;
  const scale = chart.timeScale();
  element.setAttribute('aria-label', `Candles of ${name}`);
  keysMove(element, {
    full,
    shown: () => {
      const range = scale.getVisibleLogicalRange();
      return range === null ? full : [range.from, range.to];
    },
    show: ([from, to]) =>
      scale.setVisibleLogicalRange({ from: from as Logical, to: to as Logical }),
  });
}

/** Whether prices moved so far that a logarithmic scale looks different. */
function isWide({ candles: { low, high } }: InstrumentData): boolean {
  const lowest = low.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const highest = high.reduce((one, other) => Math.max(one, other), 0);
  return highest > lowest * WIDE;
}

function logSwitch(chart: IChartApi): HTMLButtonElement {
  const scale = chart.priceScale('right');
  const button = switchButton('log', 'Logarithmic scale', false, () => {
    const isLog = scale.options().mode !== PriceScaleMode.Logarithmic;
    scale.applyOptions({ mode: isLog ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal });
    button.setAttribute('aria-pressed', String(isLog));
  });
  return button;
}

/** One arrow per fill; a fill may close one trade and open another. */
function fillMarkers(data: InstrumentData, theme: Theme): SeriesMarker<Time>[] {
  const markers = new Map<string, SeriesMarker<Time>>();
  const add = ({ anchor }: TradeMark, [candle, price]: Point, isBuy: boolean) => {
    markers.set(`${candle} ${price} ${isBuy}`, {
      id: anchor,
      time: data.candles.time[candle] as UTCTimestamp,
      position: isBuy ? 'atPriceBottom' : 'atPriceTop',
      price,
      shape: isBuy ? 'arrowUp' : 'arrowDown',
      color: theme.accent,
      size: 0.6,
    });
  };
  for (const trade of data.trades) {
    add(trade, trade.open, trade.isLong);
    for (const close of trade.closes) add(trade, close, !trade.isLong);
  }
  return [...markers.values()].sort((one, other) => Number(one.time) - Number(other.time));
}

/** A chart with the line of text above it. */
interface ToldChart extends Pick<StrategyLines, 'noteAt'> {
  readonly chart: IChartApi;
  readonly series: ISeriesApi<'Candlestick'>;
  readonly told: HTMLElement;
}

/** Says what is under the cursor, and goes to the row of a trade whose fill is pressed. */
function tell(
  { chart, series, told, noteAt }: ToldChart,
  { precision }: InstrumentData,
  trades: ReadonlyMap<string, TradeMark>,
): void {
  const idle = 'Point at a candle to read its prices.';
  told.textContent = idle;
  chart.subscribeCrosshairMove(({ seriesData, time, hoveredInfo }) => {
    const candle = seriesData.get(series);
    if (candle === undefined || !('open' in candle) || typeof time !== 'number') {
      told.textContent = idle;
      return;
    }
    const when = new Date(time * 1000).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
    const { open, high, low, close } = candle;
    const prices = [open, high, low, close].map(price => price.toFixed(precision));
    const trade = trades.get(String(hoveredInfo?.objectId));
    const note = noteAt(time);
    told.textContent = `${when.replace('T', ' ')}  O ${prices[0]}  H ${prices[1]}  L ${prices[2]}  C ${prices[3]}${
      trade === undefined ? '' : `  trade ${trade.id}`
    }${note === undefined ? '' : `  ${note}`}`;
  });
  chart.subscribeClick(({ hoveredInfo }) => {
    const anchor = String(hoveredInfo?.objectId);
    if (trades.has(anchor)) location.hash = anchor;
  });
}
