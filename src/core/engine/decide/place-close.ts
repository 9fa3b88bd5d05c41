/**
 * Writes a MARKET_ORDER that closes, and its fill or cancel. Source: v20 semantics 4.9.
 */

import { type Decimal, formatUnits } from '../../base/decimal.js';
import { mustPending } from '../../ledger/account-records.js';
import type { MarketOrderPurpose } from '../../ledger/transaction.js';
import type { ClientExtensions } from '../../order/order.js';
import { closingBody } from '../request/order-body.js';
import type { Batch } from '../state/batch.js';
import type { ExecutionContext } from '../state/execution-context.js';
import { fillOrCancel } from './settle-order.js';

/** Writes a closing MARKET_ORDER and its fill or cancel. `units` are signed as the fill. */
export function placeClose(
  context: ExecutionContext,
  batch: Batch,
  instrument: string,
  units: Decimal,
  reason: 'TRADE_CLOSE' | 'POSITION_CLOSEOUT' | 'MARGIN_CLOSEOUT' | 'DELAYED_TRADE_CLOSE',
  purpose: MarketOrderPurpose,
  clientExtensions?: ClientExtensions,
): void {
  const body = closingBody(instrument, formatUnits(units), reason, purpose, clientExtensions);
  const { id } = batch.add(body);
  fillOrCancel(context, batch, mustPending(batch.cell.state, Number(id)));
}
