/**
 * The chart of one instrument: its candles, and what is drawn over them or in panes below. Changes of
 * candles and prices are put on it once a frame.
 */

import { createChartEx, type IChartApi, type Logical, type UTCTimestamp } from 'lightweight-charts';
import { chartOptions } from '../../report/look/chart-look.js';
import type { Theme } from '../../report/look/theme.js';
import { spanAfter } from '../../report/look/zoom-keys.js';
import type { SimulationStore } from '../state/simulation-store.js';
import type { Granularity } from '../wire/types.js';
import { ChartCandleSource } from './candle-source.js';
import { type Bar, barsBetween, lastAtOrBefore } from './drawing/bars.js';
import { GRANULARITY_SECONDS } from './drawing/granularity-seconds.js';
import { PaintListener } from './drawing/paint-listener.js';
import { timeAt, xOf } from './drawing/time-places.js';
import { type PaneLook, PricePane } from './price-pane.js';
import type { SketchScale } from './sketches/sketch-scale.js';
import { ZONED_TEXTS, ZonedAxis } from './time-zone.js';

/** Width of a candle at first in CSS pixels, and free places to the right of the last. */
const CANDLE_WIDTH = 8;
const FREE = 8;
/** Older candles are read when fewer than this are left of the view. */
const AHEAD = 60;
/** Requests for older candles on the way to a place that was asked for. */
const PAGES_MAX = 40;
const TALL = 3;

export interface ChartKind {
  readonly instrument: string;
  readonly granularity: Granularity;
}

/**
 * Owns the candles and the one frame that is pending. `show` replaces the candles; changes are drawn
 * together in the next frame.
 */
export class PriceChart implements SketchScale {
  readonly chart: IChartApi;
  readonly #store: SimulationStore;
  readonly #element: HTMLElement;
  readonly #observer: ResizeObserver;
  readonly #listeners = new Set<() => void>();
  readonly #painted = new Set<() => void>();
  #pane: PricePane | undefined;
  #granularity: Granularity = 'M5';
  #frame = 0;
  /** Whether the chart is gone: nothing is drawn any more, though lines may still ask for their places. */
  #isClosed = false;

  constructor(element: HTMLElement, store: SimulationStore, theme: Theme) {
    this.#element = element;
    this.#store = store;
    // What it has besides the common charts is only of one time axis, which this one extends.
    this.chart = createChartEx(element, new ZonedAxis(), chartOptions(theme)) as IChartApi;
    this.chart.applyOptions(ZONED_TEXTS);
    this.#style(theme);
    this.chart.timeScale().applyOptions({ rightOffset: FREE });
    this.chart.timeScale().subscribeVisibleLogicalRangeChange(range => {
      if (range !== null && range.from < AHEAD) this.#loadOlder();
      this.#drawSoon();
    });
    this.#observer = new ResizeObserver(() => {
      this.chart.resize(element.clientWidth, element.clientHeight);
      this.#drawSoon();
    });
    this.#observer.observe(element);
    element.tabIndex = 0;
    element.addEventListener('keydown', this.#pressed);
  }

  /** The pane of the candles. */
  get first(): PricePane | undefined {
    return this.#pane;
  }

  /** Length of a candle in seconds. */
  get seconds(): number {
    return GRANULARITY_SECONDS[this.#granularity];
  }

  readonly bars = (): readonly Bar[] => this.first?.source.bars ?? [];

  /** Shows another instrument or granularity; the candles come when they are read. */
  async show(kind: ChartKind, look: PaneLook): Promise<void> {
    this.#pane?.close();
    this.#granularity = kind.granularity;
    const pane = this.#addPane(kind.instrument, look);
    this.#pane = pane;
    const paint = new PaintListener(() => {
      for (const listener of this.#painted) listener();
    });
    pane.series.attachPrimitive(paint);
    this.chart.panes()[0]?.setStretchFactor(TALL);
    this.#style(look.theme);
    await pane.source.load();
    if (this.#isClosed) return;
    this.#draw();
    this.showLatest();
  }

  /** Draws in other colours, or another price. */
  restyle(look: PaneLook): void {
    this.#style(look.theme);
    this.#pane?.restyle(look);
    this.#drawSoon();
  }

  /** Moves to the newest candles. */
  showLatest(): void {
    const last = this.bars().length;
    const range = { from: (last - this.#shown()) as Logical, to: (last + FREE) as Logical };
    if (this.first !== undefined) this.first.revealed = undefined;
    this.chart.priceScale('right').applyOptions({ autoScale: true });
    this.chart.timeScale().setVisibleLogicalRange(range);
  }

  /** Moves to an instant, in UNIX seconds, reading older candles when it lies before the first. */
  async showTime(time: number): Promise<void> {
    const source = this.first?.source;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      if ((this.bars()[0]?.time ?? time) <= time || !(await source?.loadOlder())) break;
    }
    if (this.#isClosed) return;
    this.#draw();
    const at = Math.max(0, lastAtOrBefore(this.bars(), time));
    const half = this.#shown() / 2;
    const range = { from: (at - half) as Logical, to: (at + half) as Logical };
    this.chart.timeScale().setVisibleLogicalRange(range);
  }

  /** Shows the crosshair at the candle of a time; undefined takes it away. */
  pointAt(time: number | undefined): void {
    if (this.#isClosed) return;
    const bars = this.bars();
    const bar = time === undefined ? undefined : bars[lastAtOrBefore(bars, time)];
    const series = this.first?.series;
    if (bar === undefined || series === undefined) this.chart.clearCrosshairPosition();
    else this.chart.setCrosshairPosition(bar.prices.mid.close, bar.time as UTCTimestamp, series);
  }

  yOf(price: number): number | undefined {
    const series = this.#isClosed ? undefined : this.first?.series;
    // A scale that has no range yet gives every price the top edge.
    if (series === undefined || series.priceScale().getVisibleRange() === null) return undefined;
    return series.priceToCoordinate(price) ?? undefined;
  }

  priceAt(y: number): number | undefined {
    if (this.#isClosed) return undefined;
    return this.first?.series.coordinateToPrice(y) ?? undefined;
  }

  xOf(time: number): number | undefined {
    return this.#isClosed ? undefined : xOf(this.chart, this.#times(), time);
  }

  timeAt(x: number): number | undefined {
    return this.#isClosed ? undefined : timeAt(this.chart, this.#times(), x);
  }

  barsBetween(from: number, to: number): number {
    return barsBetween(this.bars(), this.seconds, [from, to]);
  }

  #times() {
    return { bars: this.bars, seconds: this.seconds };
  }

  keepInView(prices: readonly number[]): void {
    const { first } = this;
    if (first === undefined || this.#isClosed) return;
    // The scale is fitted only to new data, which a paused market has none of.
    if (prices.length !== first.near.length) this.#fitAgain(first);
    first.near = prices;
  }

  reveal(price: number): void {
    if (this.first === undefined || this.#isClosed) return;
    this.first.revealed = price;
    this.chart.priceScale('right').applyOptions({ autoScale: true });
    this.#fitAgain(this.first);
  }

  /** Puts the last candle on the chart once more, which fits the scale. */
  #fitAgain(pane: PricePane): void {
    const bar = this.bars().at(-1);
    if (bar !== undefined) pane.change({ bar });
    this.#drawSoon();
  }

  size(): { readonly width: number; readonly height: number } {
    return this.#isClosed ? { width: 0, height: 0 } : this.chart.paneSize(0);
  }

  whenPainted(listener: () => void): () => void {
    this.#painted.add(listener);
    return () => this.#painted.delete(listener);
  }

  /** Calls `listener` once changes are on the chart, before it is painted. @returns what ends it. */
  whenDrawn(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls what is drawn over the chart soon, in the next frame. */
  drawSoon(): void {
    this.#drawSoon();
  }

  close(): void {
    this.#isClosed = true;
    cancelAnimationFrame(this.#frame);
    this.#observer.disconnect();
    this.#element.removeEventListener('keydown', this.#pressed);
    this.#pane?.source.close();
    this.chart.remove();
  }

  /** Candles keep their width when the window changes; in a narrow one fewer are seen. */
  #style(theme: Theme): void {
    this.chart.applyOptions(chartOptions(theme));
    this.chart.timeScale().applyOptions({
      minBarSpacing: 0.5,
      lockVisibleTimeRangeOnResize: false,
      secondsVisible: this.seconds < 60,
    });
  }

  /** Candles in view. */
  #shown(): number {
    return this.#element.clientWidth / CANDLE_WIDTH;
  }

  #addPane(instrument: string, look: PaneLook): PricePane {
    const { displayPrecision: precision = 5 } = this.#store.instruments.value.get(instrument) ?? {};
    const kind = { instrument, granularity: this.#granularity };
    const source: ChartCandleSource = new ChartCandleSource(this.#store, kind, change => {
      pane.change(change);
      this.#drawSoon();
    });
    const pane: PricePane = new PricePane(this.chart, source, { precision, look });
    return pane;
  }

  #loadOlder(): void {
    this.#pane?.source.loadOlder().catch(() => {});
  }

  #drawSoon(): void {
    if (this.#frame !== 0 || this.#isClosed) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const pane = this.#pane;
    pane?.draw();
    pane?.quote(this.#store.quote(pane.source.instrument).peek());
    for (const listener of this.#listeners) listener();
  }

  /** The keys of the report's charts, where the chart itself has the focus. */
  readonly #pressed = (event: KeyboardEvent): void => {
    if (event.target !== this.#element || event.ctrlKey || event.metaKey || event.altKey) return;
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (range === null) return;
    const full = [-AHEAD, this.bars().length + FREE] as const;
    const next = spanAfter(event.key, [range.from, range.to], full);
    if (next === undefined) return;
    event.preventDefault();
    scale.setVisibleLogicalRange({ from: next[0] as Logical, to: next[1] as Logical });
  };
}
