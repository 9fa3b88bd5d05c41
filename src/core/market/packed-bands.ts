/**
 * The quiet bands of some instruments side by side in one array. Where instruments take turns, a tick
 * of each reads another band, and an object a band costs more than the comparisons.
 */

import type { QuietBand } from './quiet-band.js';

/** Numbers of a band. */
const STRIDE = 6;

/** Bands by slot. A band that was not put holds nothing. */
export class PackedBands {
  readonly #bounds: Float64Array;

  /** @param slots - number of instruments. */
  constructor(slots: number) {
    this.#bounds = new Float64Array(STRIDE * slots).fill(Number.NaN);
  }

  /** Forgets all bands. */
  clear(): void {
    this.#bounds.fill(Number.NaN);
  }

  /** Puts the band of `slot` as it is now. */
  put(slot: number, band: QuietBand): void {
    const bounds = this.#bounds;
    const at = slot * STRIDE;
    bounds[at] = band.bidLow;
    bounds[at + 1] = band.bidHigh;
    bounds[at + 2] = band.askLow;
    bounds[at + 3] = band.askHigh;
    bounds[at + 4] = band.sumLow;
    bounds[at + 5] = band.sumHigh;
  }

  /** Whether there is a band of `slot`. */
  has(slot: number): boolean {
    return !Number.isNaN(this.#bounds[slot * STRIDE]);
  }

  /** Whether there is a band of `slot` and a tick of the source is inside it; prices in points. */
  holds(slot: number, bid: number, ask: number): boolean {
    const bounds = this.#bounds;
    const at = slot * STRIDE;
    return (
      bid >= (bounds[at] as number) &&
      bid <= (bounds[at + 1] as number) &&
      ask >= (bounds[at + 2] as number) &&
      ask <= (bounds[at + 3] as number) &&
      bid + ask >= (bounds[at + 4] as number) &&
      bid + ask <= (bounds[at + 5] as number)
    );
  }
}
