/**
 * Margin closeout, delayed closes and margin calls: actions of the broker on an account. Source:
 * v20 semantics 5.6; layout of the batch by choice 44.
 */

import { present } from '../../base/present.js';
import type { TradeRecord } from '../../ledger/account.js';
import { isCloseoutDue, type Valuation, valueAccount } from '../../ledger/valuation.js';
import type { AccountCell } from '../state/account-cell.js';
import type { ExecutionContext } from '../state/execution-context.js';
import { type BatchOpener, BROKER, closeAll, isClosable } from './close-all.js';
import { placeClose } from './place-close.js';

/** Why the broker closes an account out. */
export type CloseoutReason = 'MARGIN_CHECK_VIOLATION' | 'REGULATORY_MARGIN_CALL_VIOLATION';

function closeOut(
  context: ExecutionContext,
  open: BatchOpener,
  reason: CloseoutReason = 'MARGIN_CHECK_VIOLATION',
): void {
  closeAll(context, open({ userID: BROKER }), {
    reason: 'MARGIN_CLOSEOUT',
    purposeOf: () => ({ marginCloseout: { reason } }),
  });
}

/** Closes the trades of an instrument that waited for its market to open. */
export function closeDelayed(
  context: ExecutionContext,
  open: BatchOpener,
  trades: readonly TradeRecord[],
): void {
  for (const trade of trades) {
    if (!isClosable(context, trade)) continue;
    const clientTradeID = trade.clientExtensions?.id;
    const delayedTradeClose = {
      tradeID: String(trade.id),
      ...present({ clientTradeID }),
      sourceTransactionID: String(trade.delayedClosureID),
    };
    const batch = open({ userID: BROKER });
    placeClose(context, batch, {
      instrument: trade.instrument,
      units: trade.currentUnits.negated(),
      reason: 'DELAYED_TRADE_CLOSE',
      purpose: { delayedTradeClose },
    });
  }
}

/**
 * Closes the account out when its margin requires it; otherwise starts or ends a margin call if
 * due.
 * @returns the value of the account after that; undefined when it has no open trade.
 */
export function checkMargin(
  context: ExecutionContext,
  cell: AccountCell,
  open: BatchOpener,
): Valuation | undefined {
  const { state } = cell;
  if (state.openTrades.size === 0 && state.marginCallEnterTime === undefined) return undefined;
  let value = valueAccount(state, cell.market);
  if (isCloseoutDue(state, value)) {
    closeOut(context, open);
    value = valueAccount(state, cell.market);
  }
  if (!state.config.marginCalls) return value;
  const called = value.marginCallPercent.gte(1);
  if (called && state.marginCallEnterTime === undefined) {
    open({ userID: BROKER }).add({ type: 'MARGIN_CALL_ENTER' });
  } else if (!called && state.marginCallEnterTime !== undefined) {
    open({ userID: BROKER }).add({ type: 'MARGIN_CALL_EXIT' });
  }
  return value;
}

/** Days that a margin call may last. After them the account is closed out (US rule). */
const MARGIN_CALL_DAYS = 2;

/**
 * The daily check of an account in a margin call, 15:45 New York: extends the call or closes the
 * account out.
 */
export function extendMarginCall(context: ExecutionContext, open: BatchOpener): void {
  const { state } = open().cell;
  if (state.marginCallEnterTime === undefined) return;
  if (state.marginCallExtensionCount >= MARGIN_CALL_DAYS) {
    closeOut(context, open, 'REGULATORY_MARGIN_CALL_VIOLATION');
    open({ userID: BROKER }).add({ type: 'MARGIN_CALL_EXIT' });
    return;
  }
  open({ userID: BROKER }).add({
    type: 'MARGIN_CALL_EXTEND',
    extensionNumber: state.marginCallExtensionCount + 1,
  });
}
