/**
 * Closes everything that an account holds, as the broker does: what trades now at once, the rest
 * when its market opens. Source: v20 semantics 5.6, 11; layout of the batch by choice 44.
 */

import { byCodeUnit } from '../../base/by-code-unit.js';
import { type Decimal, sum } from '../../base/decimal.js';
import type { TradeRecord } from '../../ledger/account.js';
import { sideTrades } from '../../ledger/netting.js';
import { SideState } from '../../market/quote.js';
import type { ClosingOrder } from '../request/order-body.js';
import type { Batch } from '../state/batch.js';
import type { ExecutionContext } from '../state/execution-context.js';
import { placeClose } from './place-close.js';

/** The user of transactions that the broker causes. */
export const BROKER = 0;

/** Opens a batch for an account; the engine supplies the time and the listener. */
export type BatchOpener = (options?: { readonly userID?: number }) => Batch;

/** Why everything is closed. */
export interface CloseAll extends Pick<ClosingOrder, 'reason' | 'clientExtensions'> {
  /** What the order says that it closes: a side of an instrument. */
  readonly purposeOf: (instrument: string, side: 'long' | 'short') => ClosingOrder['purpose'];
}

/**
 * Closes every tradeable trade of the account and marks the others CLOSE_WHEN_TRADEABLE. Does
 * nothing when all remaining trades are already marked.
 */
export function closeAll(context: ExecutionContext, batch: Batch, why: CloseAll): void {
  const { state } = batch.cell;
  const { reason, purposeOf, clientExtensions } = why;
  const isNow = (trade: TradeRecord) => isClosable(context, trade);
  const trades = [...state.openTrades.values()];
  const delayed = trades.filter(trade => !isNow(trade) && trade.state === 'OPEN');
  if (delayed.length > 0) {
    batch.add({
      type: 'DELAYED_TRADE_CLOSURE',
      reason,
      tradeIDs: delayed.map(trade => String(trade.id)),
    });
  }
  const names = [...new Set(trades.map(trade => trade.instrument))].sort(byCodeUnit);
  for (const instrument of names) {
    for (const side of ['long', 'short'] as const) {
      const closed = sideTrades(state, instrument, side).filter(isNow);
      if (closed.length === 0) continue;
      const held: Decimal = sum(closed.map(each => each.currentUnits));
      const units = held.negated();
      const purpose = purposeOf(instrument, side);
      placeClose(context, batch, { instrument, units, reason, purpose, clientExtensions });
    }
  }
}

/** Whether the trade can be closed now: its market is open, and so is the side that closes it. */
export function isClosable({ quotes }: ExecutionContext, trade: TradeRecord): boolean {
  const slot = quotes.mustSlot(trade.instrument);
  const side = trade.currentUnits.isNegative() ? quotes.askState : quotes.bidState;
  return quotes.isTradeable(slot) && side[slot] !== SideState.HALTED;
}
