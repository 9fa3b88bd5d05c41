/**
 * The quiet band of an instrument: the prices that touch no order, margin line or subscription.
 * Decision 0012.
 */

import type { QuietBand } from '../../market/quiet-band.js';
import type { TickColumns } from '../../market/tick.js';
import type { RestingOrders } from '../../order/resting-orders.js';
import type { MarketEntry } from '../state/market-entry.js';
import { isAsRecorded } from '../state/sessions.js';
import type { Stage } from '../state/stage.js';

/** Whether a row can change nothing but its quote, the clock and the candles. */
export function isQuiet(stage: Stage, slot: number, columns: TickColumns, row: number): boolean {
  return bandOf(stage, slot).holds(columns.bid[row] as number, columns.ask[row] as number);
}

/** The prices of the instrument in `slot`, as the source quotes them, that touch nothing now. */
export function bandOf({ state, passage }: Stage, slot: number): QuietBand {
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
  if (opens || passage.isThorough) band.close();
  band.beforeSpread(spread[slot] as number);
  return band;
}
