/**
 * Phases of a tick that its legs have too: a triggered order, trades that waited for their market, and
 * the margin of accounts. step.ts and walk-leg.ts say in which order they come.
 */

import type { RestingOrder } from '../order/resting-orders.js';
import type { Instant } from '../time/instant.js';
import { checkMargin, closeDelayed } from './decide/margin-closeout.js';
import { checkRisk } from './decide/risk.js';
import { fillOrCancel, type Settlement } from './decide/settle-order.js';
import type { AccountCell } from './state/account-cell.js';
import type { BatchOptions } from './state/batch.js';
import { openBatch, type Stage } from './state/stage.js';

/** Fills or cancels a triggered order in its own batch; undefined when it is no longer pending. */
export function meetOrder(
  stage: Stage,
  resting: RestingOrder,
  time: Instant,
): Settlement | undefined {
  const { account, orderID, side, penetration = 0 } = resting;
  const cell = stage.state.cells[account] as AccountCell;
  const order = cell.state.pendingOrders.get(orderID);
  if (order === undefined) return undefined;
  const points = side === 'MID' ? penetration / 2 : penetration;
  return fillOrCancel(stage.state.context, openBatch(stage, cell, time), order, points);
}

/** Closes the trades that a margin closeout could not close, now that their market is open. */
export function closeWaiting(stage: Stage, slot: number, time: Instant): void {
  const name = stage.state.quotes.instrument(slot).name;
  for (const cell of stage.state.cells) {
    const waiting = [...cell.state.openTrades.values()].filter(
      trade => trade.state === 'CLOSE_WHEN_TRADEABLE' && trade.instrument === name,
    );
    closeDelayed(stage.state.context, options => openBatch(stage, cell, time, options), waiting);
  }
}

/** Checks margin and rules of risk of the accounts that changed or whose lines were crossed. */
export function checkMargins(stage: Stage, time: Instant): void {
  const { lines, cells, context } = stage.state;
  for (const account of lines.touched) {
    const cell = cells[account] as AccountCell;
    if (lines.redrawIfFar(cell)) continue;
    const open = (options?: BatchOptions) => openBatch(stage, cell, time, options);
    const held = checkMargin(context, cell, open);
    const { value, breaches } = checkRisk(context, cell, open, held);
    lines.redraw(cell, value);
    for (const breach of breaches) stage.outputs.onBreach?.(breach);
  }
}
