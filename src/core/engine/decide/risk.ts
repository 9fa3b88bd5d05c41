/**
 * What the rules of risk do to an account: a floor that was reached, a blackout that begins. The
 * closes are market orders of the broker with the reason of a position closeout, and their client
 * extensions name the rule. Source: v20 semantics 11.
 */

import { formatMoney } from '../../base/decimal.js';
import type { MarketOrderPurpose } from '../../ledger/transaction.js';
import { type Valuation, valueAccount } from '../../ledger/valuation.js';
import { floorsOf, type RiskBreach, takeBreach, takeValue } from '../../risk/risk-book.js';
import type { AccountCell } from '../state/account-cell.js';
import { commitCancel } from '../state/commit-cancel.js';
import type { ExecutionContext } from '../state/execution-context.js';
import { type BatchOpener, BROKER, closeAll } from './close-all.js';

/** The tag of orders that a rule of risk makes. */
const RISK_TAG = 'risk';

/** An account after its rules were looked at. */
export interface RiskCheck {
  /** The value of the account; undefined without open trades. */
  readonly value: Valuation | undefined;
  /** The rules that were broken now. */
  readonly breaches: readonly RiskBreach[];
}

const NO_BREACHES: readonly RiskBreach[] = [];

/**
 * Looks at the net asset value of the account, and does what its broken rules say.
 * @param value - its value at the current quotes; undefined without open trades.
 */
export function checkRisk(
  context: ExecutionContext,
  cell: AccountCell,
  open: BatchOpener,
  value: Valuation | undefined,
): RiskCheck {
  const { state, risk } = cell;
  const rules = state.config.risk;
  if (rules === undefined || risk === undefined) return { value, breaches: NO_BREACHES };
  const breaches: RiskBreach[] = [];
  const { time } = open();
  for (let now = value; ; now = valueNow(open)) {
    const NAV = now?.NAV ?? state.balance;
    takeValue(risk, NAV);
    const floor = floorsOf(rules, risk).find(each => NAV.lte(each.value));
    if (floor === undefined) return { value: now, breaches };
    if (floor.then !== 'halt') {
      closeOut(
        context,
        open,
        `${floor.rule}: NAV ${formatMoney(NAV)}, floor ${formatMoney(floor.value)}`,
      );
    }
    const { id: accountID } = state.config;
    breaches.push(takeBreach(risk, rules, floor, { accountID, time, NAV }));
  }
}

/** Begins or ends a blackout of the account. */
export function turnBlackout(
  context: ExecutionContext,
  open: BatchOpener,
  isInside: boolean,
): void {
  const { state, risk } = open().cell;
  if (risk === undefined || risk.isBlackout === isInside) return;
  if (isInside && state.config.risk?.blackout?.then === 'closeAll') {
    closeOut(context, open, 'blackout');
  }
  risk.isBlackout = isInside;
}

/** Closes all positions, and cancels the orders that could open others. */
function closeOut(context: ExecutionContext, open: BatchOpener, comment: string): void {
  const batch = open({ userID: BROKER });
  closeAll(context, batch, {
    reason: 'POSITION_CLOSEOUT',
    purposeOf: sidePurpose,
    clientExtensions: { tag: RISK_TAG, comment },
  });
  for (const order of [...batch.cell.state.pendingOrders.values()]) {
    if (order.tradeID === undefined) commitCancel(batch, order, 'ACCOUNT_NEW_POSITIONS_LOCKED');
  }
}

function sidePurpose(instrument: string, side: 'long' | 'short'): MarketOrderPurpose {
  const all = { instrument, units: 'ALL' };
  return side === 'long' ? { longPositionCloseout: all } : { shortPositionCloseout: all };
}

function valueNow(open: BatchOpener): Valuation | undefined {
  const { state, market } = open().cell;
  return state.openTrades.size === 0 ? undefined : valueAccount(state, market);
}
