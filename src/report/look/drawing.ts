/** What drawings on the canvas of a pane have in common. */

import type {
  IChartApi,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts';

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

/** The place of a drawing, in CSS pixels. */
export interface Canvas {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly chart: IChartApi;
  readonly series: ISeriesApi<SeriesType>;
}

/**
 * A drawing over or under the candles of a series. Owns the place at which it is attached; the
 * chart attaches and detaches it.
 */
export abstract class Drawing implements ISeriesPrimitive<Time> {
  #place: SeriesAttachedParameter<Time> | undefined;
  readonly #views: readonly IPrimitivePaneView[];

  /** @param zOrder - under or over the candles. */
  constructor(zOrder: 'bottom' | 'top') {
    const renderer = { draw: (target: Target) => this.#draw(target) };
    this.#views = [{ zOrder: () => zOrder, renderer: () => renderer }];
  }

  protected abstract draw(canvas: Canvas): void;

  /** Draws soon. */
  protected update(): void {
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

  #draw(target: Target): void {
    const place = this.#place;
    if (place === undefined) return;
    target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
      context.save();
      this.draw({ context, width, height, chart: place.chart as IChartApi, series: place.series });
      context.restore();
    });
  }
}
