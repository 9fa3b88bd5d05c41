/** What a strategy plots: lines on the candles or in panes below, and marks with their texts. */

import {
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { addPlotSeries, type PlotSeries, PRICE_PANE } from '../../../report/look/plot-series.js';
import type { Theme } from '../../../report/look/theme.js';
import type { Plot } from '../../wire/feed-events.js';
import { type Bar, lastAtOrBefore, secondsOf } from './bars.js';

/**
 * Owns the series on the chart by plot. `draw` adds and removes series until they are those of the
 * plots, and adds points that are new.
 */
export class StrategyPlots {
  readonly #chart: IChartApi;
  readonly #bars: () => readonly Bar[];
  readonly #markers: ISeriesMarkersPluginApi<Time>;
  readonly #drawn = new Map<string, { readonly series: PlotSeries; plot: Plot | undefined }>();

  constructor(chart: IChartApi, candles: ISeriesApi<'Candlestick'>, bars: () => readonly Bar[]) {
    this.#chart = chart;
    this.#bars = bars;
    this.#markers = createSeriesMarkers(candles, []);
  }

  /** Draws these, and takes away what is not among them. */
  draw(plots: readonly Plot[], theme: Theme): void {
    const lines = plots.filter(({ kind }) => kind === 'line');
    const keys = new Set(lines.map(keyOf));
    for (const [key, { series }] of this.#drawn) {
      if (keys.has(key)) continue;
      this.#chart.removeSeries(series);
      this.#drawn.delete(key);
    }
    for (const [index, plot] of lines.entries()) {
      this.#line(plot, theme.plots[index % theme.plots.length] ?? '');
    }
    this.#markers.setMarkers(
      plots.filter(({ kind }) => kind === 'mark').flatMap(plot => this.#marks(plot, theme)),
    );
  }

  /** Draws all points again, because the candles under them changed. */
  forget(): void {
    for (const drawn of this.#drawn.values()) drawn.plot = undefined;
  }

  #line(plot: Plot, color: string): void {
    const key = keyOf(plot);
    const drawn = this.#drawn.get(key) ?? { series: this.#add(plot), plot: undefined };
    this.#drawn.set(key, drawn);
    drawn.series.applyOptions({ color });
    if (drawn.plot === plot) return;
    drawn.plot = plot;
    drawn.series.setData(this.#points(plot));
  }

  #add({ pane, name, style = 'line' }: Plot): PlotSeries {
    const index = pane === PRICE_PANE ? 0 : this.#paneBelow(pane);
    const options = { priceLineVisible: false, lastValueVisible: true, title: name };
    return addPlotSeries(this.#chart, style, options, index);
  }

  /** The pane of the lines that name the same one; a new one below all for the first of them. */
  #paneBelow(pane: string): number {
    const beside = [...this.#drawn.values()].find(({ plot }) => plot?.pane === pane);
    return beside?.series.getPane().paneIndex() ?? this.#chart.panes().length;
  }

  /** Points on candles: the last one in each, so that a plot adds no place to the time axis. */
  #points({ points }: Plot): { time: UTCTimestamp; value: number }[] {
    const values = new Map<number, number>();
    for (const { time, value } of points) {
      const at = this.#candleAt(time);
      if (at !== undefined && value !== undefined) values.set(at, value);
    }
    return [...values].map(([time, value]) => ({ time: time as UTCTimestamp, value }));
  }

  #marks({ points, name }: Plot, theme: Theme): SeriesMarker<Time>[] {
    return points.flatMap(({ time, text }) => {
      const at = this.#candleAt(time);
      if (at === undefined) return [];
      const look = { position: 'aboveBar', shape: 'circle', size: 0.5 } as const;
      return [{ ...look, time: at as UTCTimestamp, color: theme.second, text: text ?? name }];
    });
  }

  #candleAt(time: string): number | undefined {
    const bars = this.#bars();
    const seconds = /^\d+(?:\.\d+)?$/.test(time) ? Number(time) : secondsOf(time);
    return bars[lastAtOrBefore(bars, seconds)]?.time;
  }
}

function keyOf({ pane, name, style }: Plot): string {
  return `${pane} ${name} ${style}`;
}
