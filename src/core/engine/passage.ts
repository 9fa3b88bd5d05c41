/**
 * The quiet bands of an engine's instruments, drawn when they are asked for and kept until anything
 * but a quiet tick happens. Decision 0012.
 */

import { QuietBand } from '../market/quiet-band.js';
import type { TickColumns, TickWindow } from '../market/tick.js';
import type { RestingOrders } from '../order/resting-orders.js';
import type { MarketEntry } from './scenario.js';
import { isAsRecorded } from './sessions.js';
import type { Stage } from './step.js';

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

/** Whether a row can touch nothing but its quote, the clock and the candles. */
export function isQuiet(stage: Stage, slot: number, columns: TickColumns, row: number): boolean {
  return bandOf(stage, slot).holds(columns.bid[row] as number, columns.ask[row] as number);
}

/** The prices of the instrument in `slot`, as its source quotes them, that touch nothing now. */
export function bandOf({ state, subscriptions, passage }: Stage, slot: number): QuietBand {
  const band = passage.bands[slot] as QuietBand;
  if (passage.drawn[slot] === 1) return band;
  passage.drawn[slot] = 1;
  const { lines, market, quotes, resting, spread } = state;
  band.reset();
  lines.narrow(slot, band);
  if (quotes.tradeable[slot] === 1) {
    (resting[slot] as RestingOrders).narrow(band);
    if (state.delayed > 0 || lines.isAnyTouched) band.close();
  }
  const opens = quotes.tradeable[slot] !== 1 && isAsRecorded(market[slot] as MarketEntry);
  if (opens || subscriptions.awaitsTick(slot) || passage.isThorough) band.close();
  band.beforeSpread(spread[slot] as number);
  return band;
}
