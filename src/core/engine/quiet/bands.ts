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
  return (
    bandOf(stage, slot).holds(columns.bid[row] as number, columns.ask[row] as number) &&
    !comesFromOutside(stage, slot, columns, row)
  );
}

/**
 * Whether a row ends a leg that may begin outside the quiet band. A leg whose two ends are inside is
 * inside, because a band is convex; so only the first row after a band was drawn must be looked at.
 */
export function comesFromOutside(
  { passage }: Stage,
  slot: number,
  { leg }: TickColumns,
  row: number,
): boolean {
  return passage.outside[slot] === 1 && leg?.[row] === 1;
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
  passage.outside[slot] = band.holds(quotes.bidPoints(slot), quotes.askPoints(slot)) ? 0 : 1;
  const opens = quotes.tradeable[slot] !== 1 && isAsRecorded(market[slot] as MarketEntry);
  if (opens || passage.isThorough) band.close();
  band.beforeSpread(spread[slot] as number);
  return band;
}
