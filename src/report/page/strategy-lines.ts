/**
 * What a strategy drew on the chart of an instrument: lines on the candles or in panes below them, a
 * legend with the values under the cursor, and marks on candles.
 */

import {
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { addPlotSeries, type PlotSeries, PRICE_PANE } from '../look/plot-series.js';
import type { Theme } from '../look/theme.js';
import type { CandleNotes, DrawnLine, InstrumentData } from './page-data.js';
import { numberTexts } from './tables/number-text.js';

/** Most marks in view whose texts are on the chart; more would lie over each other. */
const MOST_TEXTS = 12;
/** Heights of the pane of the candles and of one below it, relative to each other. */
const TALL = 460;
const LOW = 130;
/** Significant digits of a value outside of the pane of the candles. */
const DIGITS = 5;

/** The drawings on one chart. */
export interface StrategyLines {
  /** Draws them again in other colours. */
  readonly redraw: (theme: Theme) => void;
  /** The marks of the candle at a time; undefined when it has none. */
  readonly noteAt: (time: number) => string | undefined;
}

interface LineReadout {
  readonly line: DrawnLine;
  readonly series: PlotSeries;
  /** Its place in the legend, and the value under the cursor there. */
  readonly label: HTMLElement;
  readonly value: HTMLElement;
  readonly tell: (value: number) => string;
}

/** Draws what the strategy drew. @param candles - of the chart in `element`. */
export function drawStrategyLines(
  element: HTMLElement,
  chart: IChartApi,
  candles: ISeriesApi<'Candlestick'>,
  data: InstrumentData,
): StrategyLines {
  const { lines = [], notes = [] } = data.drawn ?? {};
  const panes = [...new Set([PRICE_PANE, ...lines.map(({ pane }) => pane)])];
  element.style.setProperty('--panes', String(panes.length - 1));
  const drawn = lines.map(line => addLine(chart, line, panes.indexOf(line.pane), data));
  if (drawn.length > 0) element.before(legendOf(drawn, panes));
  chart.panes().forEach((pane, index) => {
    pane.setStretchFactor(index === 0 ? TALL : LOW);
  });
  tellValues(chart, drawn);
  const texts = new Map(notes.map(([candle, text]) => [data.candles.time[candle], text]));
  const markNotes = noteMarks(chart, candles, data);
  return {
    noteAt: time => texts.get(time),
    redraw(theme) {
      drawn.forEach(({ series, label }, index) => {
        const color = theme.plots[index % theme.plots.length] as string;
        series.applyOptions({ color });
        label.style.setProperty('--colour', color);
      });
      markNotes(theme);
    },
  };
}

/** Marks candles, with texts while few marks are in view. @returns what marks them in other colours. */
function noteMarks(
  chart: IChartApi,
  candles: ISeriesApi<'Candlestick'>,
  { drawn, candles: { time } }: InstrumentData,
): (theme: Theme) => void {
  const notes = drawn?.notes ?? [];
  const markers = createSeriesMarkers(candles, []);
  let color = '';
  let hasTexts = false;
  const mark = () => {
    markers.setMarkers(notes.map(note => noteMarker(note, { time, color, hasTexts })));
  };
  chart.timeScale().subscribeVisibleLogicalRangeChange(range => {
    const inView = notes.filter(([at]) => range !== null && at >= range.from && at <= range.to);
    const areFew = inView.length <= MOST_TEXTS;
    if (areFew === hasTexts) return;
    hasTexts = areFew;
    mark();
  });
  return theme => {
    color = theme.second;
    mark();
  };
}

function addLine(
  chart: IChartApi,
  line: DrawnLine,
  pane: number,
  data: InstrumentData,
): LineReadout {
  const digits = pane === 0 ? data.precision : digitsFor(line);
  const options = {
    priceLineVisible: false,
    lastValueVisible: false,
    priceFormat: { type: 'price', precision: digits, minMove: Number(`1e-${digits}`) },
  } as const;
  const series = addPlotSeries(chart, line.style, options, pane);
  series.setData(
    line.points.map(([candle, value]) => ({
      time: data.candles.time[candle] as UTCTimestamp,
      value,
    })),
  );
  const label = document.createElement('span');
  const value = document.createElement('b');
  label.append(line.name, ' ', value);
  return { line, series, label, value, tell: numberTexts(digits) };
}

/** Decimals with which the largest value has about DIGITS digits. */
function digitsFor({ points }: DrawnLine): number {
  const largest = points.reduce((one, [, value]) => Math.max(one, Math.abs(value)), 0);
  const before = largest >= 1 ? Math.floor(Math.log10(largest)) + 1 : 1;
  return Math.max(0, DIGITS - before - (largest >= 1 ? 1 : 0));
}

/** The names of the lines, those of a pane together, in the order of the panes. */
function legendOf(drawn: readonly LineReadout[], panes: readonly string[]): HTMLElement {
  const legend = document.createElement('p');
  legend.className = 'legend';
  for (const pane of panes) {
    const inPane = drawn.filter(({ line }) => line.pane === pane);
    const isNamed = pane !== PRICE_PANE && inPane.some(({ line }) => line.name !== pane);
    if (isNamed) legend.append(`${pane}: `);
    legend.append(...inPane.map(({ label }) => label));
  }
  return legend;
}

/** Shows the values under the cursor in the legend. */
function tellValues(chart: IChartApi, drawn: readonly LineReadout[]): void {
  chart.subscribeCrosshairMove(({ seriesData }) => {
    for (const { series, value, tell } of drawn) {
      const point = seriesData.get(series);
      value.textContent = point !== undefined && 'value' in point ? tell(point.value) : '';
    }
  });
}

interface Look {
  readonly time: readonly number[];
  readonly color: string;
  readonly hasTexts: boolean;
}

function noteMarker(
  [candle, text]: CandleNotes,
  { time, color, hasTexts }: Look,
): SeriesMarker<Time> {
  return {
    time: time[candle] as UTCTimestamp,
    position: 'aboveBar',
    shape: 'circle',
    color,
    size: 0.4,
    ...(hasTexts ? { text } : {}),
  };
}
