/** One instrument on the chart: its candles, the spread band, the lines of the current prices. */

import {
  type AutoscaleInfo,
  CandlestickSeries,
  createSeriesMarkers,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineStyle,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { candleColours } from '../../report/look/chart-look.js';
import type { Theme } from '../../report/look/theme.js';
import type { PriceKind, Quote } from '../wire/types.js';
import type { BarChange, ChartCandleSource } from './candle-source.js';
import type { Bar } from './drawing/bars.js';
import { SpreadBand } from './drawing/spread-band.js';

export interface PaneLook {
  readonly theme: Theme;
  readonly kind: PriceKind;
  readonly hasSpread: boolean;
}

/**
 * The most changed bars that are updated one by one; with more, all are set anew, which is quicker.
 */
const UPDATES_MAX = 50;

/**
 * Owns the series of one instrument and the candles that have changed since it was drawn. `change`
 * adds to them, `draw` puts them on the chart and forgets them.
 */
export class PricePane {
  readonly series: ISeriesApi<'Candlestick'>;
  /** Prices that stay in view when they are near to the candles. */
  near: readonly number[] = [];
  /** A price that is in view however far it is. */
  revealed: number | undefined;
  readonly source: ChartCandleSource;
  readonly #chart: IChartApi;
  readonly #band = new SpreadBand(() => this.source.bars);
  readonly #bid: IPriceLine;
  readonly #ask: IPriceLine;
  readonly #markers: ISeriesMarkersPluginApi<Time>;
  #kind: PriceKind;
  #changed: Bar[] | 'all' = [];

  constructor(
    chart: IChartApi,
    source: ChartCandleSource,
    { precision, look }: { precision: number; look: PaneLook },
  ) {
    this.#chart = chart;
    this.source = source;
    this.#kind = look.kind;
    const priceFormat = { type: 'price', precision, minMove: Number(`1e-${precision}`) } as const;
    const options = {
      priceLineVisible: false,
      lastValueVisible: false,
      priceFormat,
      autoscaleInfoProvider: (own: () => AutoscaleInfo | null) =>
        widened(own(), this.near, this.revealed),
    };
    this.series = chart.addSeries(CandlestickSeries, options);
    this.series.attachPrimitive(this.#band);
    this.#bid = this.series.createPriceLine({ ...PRICE_LINE, title: 'bid' });
    this.#ask = this.series.createPriceLine({ ...PRICE_LINE, title: 'ask' });
    this.#markers = createSeriesMarkers(this.series, []);
    this.restyle(look);
  }

  /** Draws everything again, in other colours or at another price (bid, mid or ask). */
  restyle({ theme, kind, hasSpread }: PaneLook): void {
    this.series.applyOptions(candleColours(theme));
    this.#band.colour = hasSpread ? theme.accent : undefined;
    const text = theme.surface;
    this.#bid.applyOptions({
      color: theme.sell,
      axisLabelColor: theme.sell,
      axisLabelTextColor: text,
    });
    this.#ask.applyOptions({
      color: theme.buy,
      axisLabelColor: theme.buy,
      axisLabelTextColor: text,
    });
    if (kind !== this.#kind) this.change('all');
    this.#kind = kind;
  }

  /** Notes a change; `draw` shows it. */
  change(change: BarChange): void {
    if (change === 'all' || this.#changed === 'all') this.#changed = 'all';
    else if (this.#changed.length >= UPDATES_MAX) this.#changed = 'all';
    else this.#changed.push(change.bar);
  }

  /** Puts what changed on the chart. @returns whether anything did. */
  draw(): boolean {
    const changed = this.#changed;
    this.#changed = [];
    if (changed === 'all') this.#setAll();
    else for (const bar of changed) this.series.update(this.#data(bar));
    return changed.length > 0;
  }

  /**
   * Sets every candle anew. They are taken out first: lightweight-charts 5.2 keeps outdated points of time when the
   * only series gets the times that it has, and a series that comes later then loses its places ("Value is null").
   */
  #setAll(): void {
    this.series.setData([]);
    this.series.setData(this.source.bars.map(bar => this.#data(bar)));
  }

  /** Moves the lines of the current prices. */
  quote(quote: Quote | undefined): void {
    const isKnown = quote !== undefined;
    const shown = { lineVisible: isKnown, axisLabelVisible: isKnown };
    this.#bid.applyOptions({ price: Number(quote?.bid ?? 0), ...shown });
    this.#ask.applyOptions({ price: Number(quote?.ask ?? 0), ...shown });
  }

  mark(markers: readonly SeriesMarker<Time>[]): void {
    this.#markers.setMarkers([...markers]);
  }

  close(): void {
    this.source.close();
    this.#chart.removeSeries(this.series);
  }

  #data({ time, prices }: Bar) {
    return { time: time as UTCTimestamp, ...prices[this.#kind] };
  }
}

/** The range of the candles, with the prices that are no farther from it than it is high, and one that is. */
function widened(
  own: AutoscaleInfo | null,
  near: readonly number[],
  revealed: number | undefined,
): AutoscaleInfo | null {
  const range = own?.priceRange;
  if (own === null || range === null || range === undefined) return own;
  const height = range.maxValue - range.minValue;
  const [low, high] = [range.minValue - height, range.maxValue + height];
  const seen = near.filter(price => price >= low && price <= high);
  if (revealed !== undefined) seen.push(revealed);
  const minValue = Math.min(range.minValue, ...seen);
  const maxValue = Math.max(range.maxValue, ...seen);
  return { ...own, priceRange: { minValue, maxValue } };
}

const PRICE_LINE = {
  price: 0,
  lineWidth: 1,
  lineStyle: LineStyle.Dotted,
  lineVisible: false,
  axisLabelVisible: false,
} as const;
