/**
 * The quiet bands of an engine's instruments, drawn when they are asked for and kept until anything
 * but a quiet tick happens. Decision 0012.
 */

import { QuietBand } from '../../market/quiet-band.js';
import type { TickWindow } from '../../market/tick.js';

/** What passing needs from tick to tick, so that a tick allocates nothing. */
export interface Passage {
  readonly bands: readonly QuietBand[];
  /** No tick is taken for quiet: each goes through all phases. The yardstick of the others. */
  readonly isThorough: boolean;
  /** By slot: 1 while the band holds. */
  readonly drawn: Uint8Array;
  /** Last row passed, by slot; undefined when none was. */
  readonly windows: (TickWindow | undefined)[];
  readonly rows: Int32Array;
}

/** A passage for a market of `slots` instruments. */
export function createPassage(slots: number, isThorough: boolean): Passage {
  return {
    isThorough,
    bands: Array.from({ length: slots }, () => new QuietBand()),
    drawn: new Uint8Array(slots),
    windows: new Array<TickWindow | undefined>(slots).fill(undefined),
    rows: new Int32Array(slots),
  };
}

/** Something happens: whatever the bands were drawn around may be gone. */
export function forgetBands({ drawn }: Passage): void {
  for (let slot = 0; slot < drawn.length; slot++) drawn[slot] = 0;
}
