/**
 * The quiet bands of an engine's instruments. A band is drawn on first use and kept until something
 * other than a quiet tick happens. Decision 0012.
 */

import { PackedBands } from '../../market/packed-bands.js';
import { QuietBand } from '../../market/quiet-band.js';
import type { TickWindow } from '../../market/tick.js';

/** The state of passing ticks; it is reused, so that a tick allocates nothing. */
export interface Passage {
  readonly bands: readonly QuietBand[];
  /**
   * Whether every tick goes through all phases and none counts as quiet. Tests compare other modes
   * with this one.
   */
  readonly isThorough: boolean;
  /** The bands of instruments that take turns, while ticks are walked. */
  readonly packed: PackedBands;
  /** For each slot: 1 while the band is valid. */
  readonly drawn: Uint8Array;
  /**
   * For each slot: 1 while the quote at which the band was drawn is outside it. A leg from there is
   * not quiet, wherever it ends.
   */
  readonly outside: Uint8Array;
  /** The window of the last row passed, by slot; undefined when none was. */
  readonly windows: (TickWindow | undefined)[];
  /**
   * For each slot, that row; while ticks are walked, the first row that the price series does not
   * have.
   */
  readonly rows: Int32Array;
}

/** Makes the passage of a market with `slots` instruments. */
export function createPassage(slots: number, isThorough: boolean): Passage {
  return {
    isThorough,
    bands: Array.from({ length: slots }, () => new QuietBand()),
    packed: new PackedBands(slots),
    drawn: new Uint8Array(slots),
    outside: new Uint8Array(slots),
    windows: new Array<TickWindow | undefined>(slots).fill(undefined),
    rows: new Int32Array(slots),
  };
}

/** Makes all bands invalid, because something has happened that they may depend on. */
export function forgetBands({ drawn }: Passage): void {
  for (let slot = 0; slot < drawn.length; slot++) drawn[slot] = 0;
}
