/** The indicators of one chart: their series over the candles and in panes below, kept up with the candles. */

import type { AutoscaleInfo, IChartApi, ISeriesApi, UTCTimestamp } from 'lightweight-charts';
import { addPlotSeries, type PlotSeries } from '../../../report/look/plot-series.js';
import type { Theme } from '../../../report/look/theme.js';
import type { PriceKind } from '../../wire/types.js';
import { type Bar, lastAtOrBefore } from '../drawing/bars.js';
import { type IndicatorSetup, indicatorRow, valueText } from './catalogue.js';
import type { LineValues, RunningIndicator, startIndicator } from './running.js';
import { type ColouredLines, ShiftedLines } from './shifted-lines.js';

type Start = typeof startIndicator;

/** The candles that are read. */
export interface IndicatorSource {
  readonly bars: readonly Bar[];
  /** Rises when more than the last candle has changed. */
  readonly version: number;
}

export interface IndicatorLook {
  readonly theme: Theme;
  readonly kind: PriceKind;
  readonly setups: readonly IndicatorSetup[];
}

interface DrawnIndicator {
  readonly setup: IndicatorSetup;
  /** A series for each line; undefined for one that is shifted, which is drawn by hand. */
  readonly series: readonly (PlotSeries | undefined)[];
  running: RunningIndicator;
  /** The values, one for each candle, in their order. */
  values: LineValues[];
}

/**
 * Owns the series and what each indicator has read. `show` replaces the list, `draw` reads candles that
 * are new or have changed; nothing is kept of candles that the source no longer has.
 */
export class IndicatorLayer {
  readonly #chart: IChartApi;
  readonly #soon: () => void;
  readonly #source: IndicatorSource;
  readonly #shifted: ShiftedLines;
  readonly #shown = new Map<string, DrawnIndicator>();
  #start: Start | undefined;
  #look: IndicatorLook | undefined;
  #read = { version: -1, count: 0, last: undefined as Bar | undefined };
  #isClosed = false;

  /** @param soon - lets `draw` be called in the next frame, after the candles are drawn. */
  constructor(
    {
      chart,
      candles,
      soon,
    }: { chart: IChartApi; candles: ISeriesApi<'Candlestick'>; soon(): void },
    source: IndicatorSource,
  ) {
    this.#chart = chart;
    this.#soon = soon;
    this.#source = source;
    this.#shifted = new ShiftedLines();
    candles.attachPrimitive(this.#shifted);
  }

  /** Shows these from now on. What computes them is loaded for the first. */
  async show(look: IndicatorLook): Promise<void> {
    this.#look = look;
    if (look.setups.length > 0) this.#start ??= (await import('./running.js')).startIndicator;
    // Another list may have come while the code was loaded, or the chart may be gone.
    if (this.#look !== look || this.#isClosed) return;
    const kept = new Map(look.setups.map(setup => [setup.id, setup]));
    for (const [id, { setup }] of this.#shown) if (kept.get(id) !== setup) this.#remove(id);
    for (const setup of look.setups) if (!this.#shown.has(setup.id)) this.#add(setup);
    this.#paint(look.theme);
    this.#read = { version: -1, count: 0, last: undefined };
    this.#soon();
  }

  /** Reads what has changed of the candles, and draws it. */
  draw(): void {
    const { bars, version } = this.#source;
    const { count, last } = this.#read;
    if (this.#shown.size === 0) return;
    if (version !== this.#read.version || bars.length < count) this.#readAll();
    else if (bars.length > count || bars.at(-1) !== last) this.#readFrom(count);
    this.#read = { version, count: bars.length, last: bars.at(-1) };
  }

  /** What an indicator shows at the candle of a time, or at the last one; empty before it has read enough. */
  valuesAt(id: string, time: number | undefined): LineValues {
    const { bars } = this.#source;
    const at = time === undefined ? bars.length - 1 : lastAtOrBefore(bars, time);
    return this.#shown.get(id)?.values[at] ?? [];
  }

  close(): void {
    this.#isClosed = true;
  }

  #readAll(): void {
    for (const shown of this.#shown.values()) {
      shown.running = this.#begin(shown.setup);
      shown.values = this.#source.bars.map(bar => shown.running.update(this.#input(bar), false));
      for (const [line, series] of shown.series.entries()) {
        series?.setData(
          shown.values.flatMap((values, index) => this.#point(index, values[line]) ?? []),
        );
      }
    }
    this.#paintShifted();
  }

  /** Reads the last candle that was read again, and those after it. */
  #readFrom(count: number): void {
    const from = Math.max(0, count - 1);
    const { bars } = this.#source;
    for (const shown of this.#shown.values()) {
      for (let index = from; index < bars.length; index += 1) {
        const values = shown.running.update(this.#input(bars[index] as Bar), index < count);
        shown.values[index] = values;
        for (const [line, series] of shown.series.entries()) {
          const point = this.#point(index, values[line]);
          if (point !== undefined) series?.update(point);
        }
      }
    }
    this.#paintShifted();
  }

  #point(index: number, value: number | undefined) {
    const time = this.#source.bars[index]?.time;
    return value === undefined || time === undefined
      ? undefined
      : { time: time as UTCTimestamp, value };
  }

  #input({ time, prices, volume }: Bar) {
    return { time, volume, ...prices[this.#look?.kind ?? 'mid'] };
  }

  #begin({ kind, values }: IndicatorSetup): RunningIndicator {
    if (this.#start === undefined) throw new Error('the indicators are not loaded');
    return this.#start(kind, values);
  }

  #add(setup: IndicatorSetup): void {
    const row = indicatorRow(setup.kind);
    const pane = row.place === 'price' ? 0 : this.#chart.panes().length;
    const series = row.lines.map(({ style, shift }, index) => {
      if (shift !== undefined) return undefined;
      const isNamed = row.place === 'below' && index === 0;
      const options = {
        priceLineVisible: false,
        lastValueVisible: isNamed,
        crosshairMarkerVisible: false,
        title: isNamed ? row.name : '',
        ...(row.place === 'price' ? OUT_OF_SCALE : { priceFormat: VALUE_FORMAT }),
      };
      return addPlotSeries(this.#chart, style, options, pane);
    });
    this.#shown.set(setup.id, { setup, series, running: this.#begin(setup), values: [] });
  }

  #remove(id: string): void {
    for (const series of this.#shown.get(id)?.series ?? []) {
      if (series !== undefined) this.#chart.removeSeries(series);
    }
    this.#shown.delete(id);
  }

  /** Colours go round the palette line by line; a level is a line across its pane. */
  #paint(theme: Theme): void {
    const next = coloursOf(theme);
    for (const { setup, series } of this.#shown.values()) {
      for (const [line, { style }] of indicatorRow(setup.kind).lines.entries()) {
        const color = next();
        series[line]?.applyOptions({ color: style === 'bars' ? theme.faint : color });
      }
      const [first] = series;
      for (const line of first?.priceLines() ?? []) first?.removePriceLine(line);
      for (const price of indicatorRow(setup.kind).levels ?? []) {
        const look = { lineStyle: 2, lineWidth: 1, axisLabelVisible: false, title: '' } as const;
        first?.createPriceLine({ price, color: theme.faint, ...look });
      }
    }
    this.#paintShifted();
  }

  /** Puts the lines that are shifted, and the shaded bands, into the drawing over the candles. */
  #paintShifted(): void {
    const theme = this.#look?.theme;
    if (theme === undefined) return;
    const next = coloursOf(theme);
    this.#shifted.show([...this.#shown.values()].map(shown => colouredLines(shown, next)));
  }
}

/** A line far from the candles must not press them flat. */
const OUT_OF_SCALE = { autoscaleInfoProvider: (): AutoscaleInfo | null => null };

const VALUE_FORMAT = { type: 'custom', formatter: valueText, minMove: 0.00001 } as const;

/** The palette of lines, one after another and round again. */
function coloursOf({ plots }: Theme): () => string {
  let used = 0;
  return () => {
    used += 1;
    return plots[(used - 1) % plots.length] ?? '';
  };
}

function colouredLines(
  { setup, series, values }: DrawnIndicator,
  next: () => string,
): ColouredLines {
  const { lines, band } = indicatorRow(setup.kind);
  return {
    values,
    band,
    lines: lines.map(({ shift }, index) => ({
      colour: next(),
      shift: shift?.(setup.values) ?? 0,
      isDrawn: series[index] === undefined,
    })),
  };
}
