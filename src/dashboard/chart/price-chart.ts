/**
 * The chart: a pane for each instrument over one time axis, and what is drawn over the first. Changes
 * of candles and prices are put on it once a frame.
 */

import { createChart, type IChartApi, type Logical } from 'lightweight-charts';
import { chartOptions } from '../../report/look/chart-look.js';
import type { Theme } from '../../report/look/theme.js';
import { spanAfter } from '../../report/look/zoom-keys.js';
import type { SimulationStore } from '../state/simulation-store.js';
import type { Granularity } from '../wire/types.js';
import { CandleSource } from './candle-source.js';
import { GRANULARITY_SECONDS } from './chart-settings.js';
import { type Bar, lastAtOrBefore } from './drawing/bars.js';
import { PaintListener } from './drawing/paint-listener.js';
import type { PriceScale } from './lines/price-scale.js';
import { type PaneLook, PricePane } from './price-pane.js';

/** Width of a candle at first in CSS pixels, and free places to the right of the last. */
const CANDLE_WIDTH = 8;
const FREE = 8;
/** Older candles are read when fewer than this are left of the view. */
const AHEAD = 60;
/** Requests for older candles on the way to a place that was asked for. */
const PAGES_MAX = 40;
const TALL = 3;

export interface ChartKind {
  /** The first is the one that is traded; each has a pane. */
  readonly instruments: readonly string[];
  readonly granularity: Granularity;
}

/**
 * Owns the panes and the one frame that is pending. `show` replaces the panes; changes are drawn
 * together in the next frame.
 */
export class PriceChart implements PriceScale {
  readonly chart: IChartApi;
  readonly #store: SimulationStore;
  readonly #element: HTMLElement;
  readonly #observer: ResizeObserver;
  readonly #listeners = new Set<() => void>();
  readonly #painted = new Set<() => void>();
  #panes: PricePane[] = [];
  #granularity: Granularity = 'M5';
  #frame = 0;
  /** Whether the chart is gone: nothing is drawn any more, though lines may still ask for their places. */
  #isClosed = false;

  constructor(element: HTMLElement, store: SimulationStore, theme: Theme) {
    this.#element = element;
    this.#store = store;
    this.chart = createChart(element, {
      ...chartOptions(theme),
      localization: { locale: 'en-GB' },
    });
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
    element.addEventListener('keydown', event => this.#pressed(event));
  }

  /** The pane of the first instrument. */
  get first(): PricePane | undefined {
    return this.#panes[0];
  }

  /** Length of a candle in seconds. */
  get seconds(): number {
    return GRANULARITY_SECONDS[this.#granularity];
  }

  /** The candles of the first instrument. */
  readonly bars = (): readonly Bar[] => this.first?.source.bars ?? [];

  /** Shows other instruments or another granularity; the candles come when they are read. */
  async show(kind: ChartKind, look: PaneLook): Promise<void> {
    for (const pane of this.#panes) pane.close();
    while (this.chart.panes().length > 1) this.chart.removePane(1);
    this.#granularity = kind.granularity;
    this.#panes = kind.instruments.map((name, index) => this.#addPane(name, index, look));
    const paint = new PaintListener(() => {
      for (const listener of this.#painted) listener();
    });
    this.first?.series.attachPrimitive(paint);
    this.chart.panes()[0]?.setStretchFactor(TALL);
    this.#style(look.theme);
    await Promise.all(this.#panes.map(pane => pane.source.load()));
    if (this.#isClosed) return;
    this.#draw();
    this.showLatest();
  }

  /** Draws in other colours, or another price. */
  restyle(look: PaneLook): void {
    this.#style(look.theme);
    for (const pane of this.#panes) pane.restyle(look);
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

  yOf(price: number): number | undefined {
    if (this.#isClosed) return undefined;
    return this.first?.series.priceToCoordinate(price) ?? undefined;
  }

  priceAt(y: number): number | undefined {
    if (this.#isClosed) return undefined;
    return this.first?.series.coordinateToPrice(y) ?? undefined;
  }

  keepInView(prices: readonly number[]): void {
    const { first } = this;
    if (first === undefined || this.#isClosed) return;
    // The scale is fitted only to new data, which a paused market has none of.
    if (prices.length !== first.near.length) {
      first.change('all');
      this.#drawSoon();
    }
    first.near = prices;
  }

  reveal(price: number): void {
    if (this.first === undefined || this.#isClosed) return;
    this.first.revealed = price;
    this.first.change('all');
    this.chart.priceScale('right').applyOptions({ autoScale: true });
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
    for (const pane of this.#panes) pane.source.close();
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

  #addPane(instrument: string, index: number, look: PaneLook): PricePane {
    const { displayPrecision: precision = 5 } = this.#store.instruments.value.get(instrument) ?? {};
    const kind = { instrument, granularity: this.#granularity };
    const source: CandleSource = new CandleSource(this.#store, kind, change => {
      pane.change(change);
      this.#drawSoon();
    });
    const pane: PricePane = new PricePane(this.chart, source, { pane: index, precision, look });
    return pane;
  }

  #loadOlder(): void {
    for (const { source } of this.#panes) source.loadOlder().catch(() => {});
  }

  #drawSoon(): void {
    if (this.#frame !== 0 || this.#isClosed) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    for (const pane of this.#panes) {
      pane.draw();
      pane.quote(this.#store.quote(pane.source.instrument).peek());
    }
    for (const listener of this.#listeners) listener();
  }

  /** The keys of the report's charts, where the chart itself has the focus. */
  #pressed(event: KeyboardEvent): void {
    if (event.target !== this.#element || event.ctrlKey || event.metaKey || event.altKey) return;
    const scale = this.chart.timeScale();
    const range = scale.getVisibleLogicalRange();
    if (range === null) return;
    const full = [-AHEAD, this.bars().length + FREE] as const;
    const next = spanAfter(event.key, [range.from, range.to], full);
    if (next === undefined) return;
    event.preventDefault();
    scale.setVisibleLogicalRange({ from: next[0] as Logical, to: next[1] as Logical });
  }
}
