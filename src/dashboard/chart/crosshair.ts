/** What all charts share: the time under the pointer, and the wish to see the latest candles. */

import { signal } from '@preact/signals';

export interface Crosshair {
  /** The time of the candle under the pointer, UNIX seconds. */
  readonly time: number;
  /** The number of the chart. */
  readonly pane: number;
}

/** Undefined while the pointer is over no chart. */
export const crosshair = signal<Crosshair | undefined>(undefined);

/** Rises when all charts shall show the latest candles. */
export const latestWanted = signal(0);

/** Moves all charts to the latest candles. */
export function wantLatest(): void {
  latestWanted.value += 1;
}
