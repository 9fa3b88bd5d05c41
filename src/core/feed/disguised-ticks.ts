/**
 * Ticks under other dates and at another scale: times move by whole weeks, prices and volumes are
 * multiplied by whole ratios. Everything behind the feed sees them as if the source had them. They
 * are made when they are needed, a window at a time; a window that leaves memory is made again.
 * Invariant: as many rows in the same order.
 */

import { present } from '../base/present.js';
import type { TickColumns, TickWindow, VolumeColumn } from '../market/tick.js';
import { TickBounds } from '../market/tick-bounds.js';
import type { TickSource } from './tick-source.js';

/** The changes to the ticks of one instrument. */
export interface TickDisguise {
  /** The name that the instrument has then. */
  readonly instrument: string;
  /** Microseconds that are added to each time. */
  readonly micros: number;
  /** The factor of prices in points; at least 1. */
  readonly points: number;
  /** The factor of volumes: `times` over `over`, whole numbers of at least 1. */
  readonly units: { readonly times: number; readonly over: number };
}

/** The source with its ticks changed. */
export function disguisedTicks(
  { digest, windows }: TickSource,
  disguise: TickDisguise,
): TickSource {
  const { instrument } = disguise;
  return { instrument, digest, windows: windows.map(each => new DisguisedWindow(each, disguise)) };
}

/**
 * Owns the columns of a window, which are made when they are needed and may leave memory. Made
 * again, they are the same.
 */
class DisguisedWindow implements TickWindow {
  readonly length: number;
  readonly firstTime: number;
  readonly lastTime: number;
  readonly prices?: number;
  readonly #window: TickWindow;
  readonly #disguise: TickDisguise;
  #bounds: TickBounds | undefined;
  #made: WeakRef<TickColumns> | undefined;

  constructor(window: TickWindow, disguise: TickDisguise) {
    this.#window = window;
    this.#disguise = disguise;
    this.length = window.length;
    this.firstTime = window.firstTime + disguise.micros;
    this.lastTime = window.lastTime + disguise.micros;
    if (window.prices !== undefined) this.prices = window.prices;
  }

  /** The bounds of the window, unless prices change. */
  get bounds(): TickBounds {
    if (this.#disguise.points === 1) return this.#window.bounds;
    if (this.#bounds === undefined) {
      const { bid, ask } = this.columns();
      this.#bounds = TickBounds.of(bid, ask, this.length);
    }
    return this.#bounds;
  }

  columns(): TickColumns {
    const made = this.#made?.deref();
    if (made !== undefined) return made;
    const columns = this.#changed(this.#window.columns());
    this.#made = new WeakRef(columns);
    return columns;
  }

  #changed(columns: TickColumns): TickColumns {
    const { length, time, bid, ask, bidVolume, askVolume, leg, prices } = columns;
    const { micros, points } = this.#disguise;
    const price = (column: Int32Array) =>
      points === 1 ? column : column.map(each => each * points);
    return {
      length,
      time: micros === 0 ? time : time.map(each => each + micros),
      bid: price(bid),
      ask: price(ask),
      ...present({
        bidVolume: this.#volumes(bidVolume),
        askVolume: this.#volumes(askVolume),
        leg,
        prices,
      }),
    };
  }

  /** One division of whole numbers, so that the result is the number nearest to the exact one. */
  #volumes(column: VolumeColumn | undefined): VolumeColumn | undefined {
    const { times, over } = this.#disguise.units;
    if (column === undefined || times === over) return column;
    return Float64Array.from(column, each => (each * times) / over);
  }
}
