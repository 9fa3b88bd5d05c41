/**
 * CloseTrade: a market order that only reduces one trade. Source: v20 semantics 1.4, 1.5, 3.3, 4.9
 * (layouts of the batches).
 */

import { decimal } from '../../base/decimal.js';
import { present } from '../../base/present.js';
import type { TradeRecord } from '../../ledger/account.js';
import type { RejectReason } from '../../reason/reject-reasons.js';
import { requestLock } from '../request/account-locks.js';
import { checkUnits } from '../request/command-form.js';
import { sizeFault } from '../request/size-fault.js';
import { findTrade, tradeNames } from '../request/specifier.js';
import type { Batch } from '../state/batch.js';
import type { ExecutionContext } from '../state/execution-context.js';
import { placeClose } from './place-close.js';

/** Executes CloseTrade. @throws BadRequest when `units` is neither ALL nor a number. */
export function closeTrade(
  context: ExecutionContext,
  batch: Batch,
  specifier: string,
  units = 'ALL',
): void {
  checkUnits(units, 'units');
  const trade = findTrade(batch.cell.state, specifier);
  const rejectReason = closeTradeReason(context, batch, trade, units);
  if (trade === undefined || rejectReason !== undefined) {
    batch.add({
      type: 'MARKET_ORDER_REJECT',
      ...present({ instrument: trade?.instrument }),
      timeInForce: 'FOK',
      positionFill: 'REDUCE_ONLY',
      reason: 'TRADE_CLOSE',
      tradeClose: { units, ...tradeNames(specifier) },
      rejectReason: rejectReason ?? 'TRADE_DOESNT_EXIST',
    });
    return;
  }
  const clientTradeID = trade.clientExtensions?.id;
  const tradeClose = {
    units,
    tradeID: String(trade.id),
    ...present({ clientTradeID }),
  };
  const size = units === 'ALL' ? trade.currentUnits.abs() : decimal(units);
  const signed = trade.currentUnits.isNegative() ? size : size.negated();
  placeClose(context, batch, {
    instrument: trade.instrument,
    units: signed,
    reason: 'TRADE_CLOSE',
    purpose: { tradeClose },
  });
}

function closeTradeReason(
  context: ExecutionContext,
  batch: Batch,
  trade: TradeRecord | undefined,
  units: string,
): RejectReason | undefined {
  const locked = requestLock(batch.cell);
  if (locked !== undefined) return locked;
  if (trade === undefined) return 'TRADE_DOESNT_EXIST';
  const { instrument, currentUnits: open } = trade;
  return sizeFault(context, { instrument, units, open }, 'CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE');
}
