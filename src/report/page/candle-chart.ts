/**
 * The candles of one instrument with the trades of shown-trades.ts, what the strategy drew, and a line
 * of text about the candle under the cursor.
 */

import {
  CandlestickSeries,
  createChart,
  type IChartApi,
  type ISeriesApi,
  type Logical,
  PriceScaleMode,
  type UTCTimestamp,
} from 'lightweight-charts';
import { candleColours, chartOptions } from '../look/chart-look.js';
import { currentTheme } from '../look/theme.js';
import { keysMove } from '../look/zoom-keys.js';
import { tell } from './candle-words.js';
import type { InstrumentData } from './page-data.js';
import { showTrades } from './shown-trades.js';
import { drawStrategyLines } from './strategy-lines.js';
import { switchButton } from './switch-button.js';

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
  const drawn = drawStrategyLines(element, chart, series, data);
  const trades = showTrades(element, chart, series, data);
  // Resize at once instead of when the browser calls back, because printing does not wait.
  const resize = () => chart.resize(element.clientWidth, element.clientHeight, true);
  new ResizeObserver(resize).observe(element);
  const redraw = () => {
    const theme = currentTheme();
    chart.applyOptions(chartOptions(theme));
    series.applyOptions(candleColours(theme));
    trades.redraw(theme);
    drawn.redraw(theme);
    resize();
  };
  redraw();
  chart.timeScale().fitContent();
  zoomOncePressed(chart, element);
  moveByKeys(chart, element, data);
  if (isWide(data)) told.previousElementSibling?.append(logSwitch(chart));
  tell({ chart, series, told, noteAt: drawn.noteAt, point: trades.point }, data);
  return {
    redraw,
    show(anchor) {
      const isHere = trades.show(anchor);
      if (isHere) element.scrollIntoView({ block: 'center' });
      return isHere;
    },
  };
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
