/**
 * Limits on what a fill may build up: position size, number of trades, position value, margin. A
 * fill that only reduces passes all of them. Source: v20 semantics 3.5, 5.5; decision 0007.
 */

import { type Decimal, fixedDecimal, sum } from '../../base/decimal.js';
import type { AccountState } from '../../ledger/account.js';
import { holdingsAfter, openingRoom } from '../../ledger/margin-room.js';
import { sideTrades } from '../../ledger/netting.js';
import { type Valuation, valueAccount } from '../../ledger/valuation.js';
import type { Instrument } from '../../market/instrument.js';
import type { OrderCancelReason } from '../../reason/cancel-reasons.js';
import type { AccountCell } from '../state/account-cell.js';
import type { FillPlan } from './fill-plan.js';

/** The first limit that the fill would exceed, except margin; undefined when there is none. */
export function exposureRefusal(
  cell: AccountCell,
  plan: FillPlan,
  instrument: Instrument,
): OrderCancelReason | undefined {
  const { openUnits } = plan.netting;
  if (openUnits.isZero()) return undefined;
  const { state } = cell;
  const largest = fixedDecimal(instrument.maximumPositionSize);
  if (largest.gt(0) && sideAfter(state, plan).gt(largest)) return 'POSITION_SIZE_EXCEEDED';
  if (exceedsUnits(cell, plan)) return 'POSITION_SIZE_EXCEEDED';
  const left = state.openTrades.size - plan.closed.length;
  if (left + 1 > state.config.maximumOpenTrades) return 'OPEN_TRADES_ALLOWED_EXCEEDED';
  const limit = state.config.maximumPositionValue;
  if (limit !== undefined && valueAfter(cell, plan).positionValue.gt(limit)) {
    return 'ACCOUNT_POSITION_VALUE_LIMIT_EXCEEDED';
  }
  return undefined;
}

/** Units, unsigned, on the side of the instrument on which the fill opens, after it. */
function sideAfter(state: AccountState, { request, netting }: FillPlan): Decimal {
  const side = netting.openUnits.isNegative() ? 'short' : 'long';
  let units = netting.openUnits;
  for (const trade of sideTrades(state, request.instrument, side)) {
    units = units.plus(trade.currentUnits);
  }
  return units.abs();
}

/** Whether the account would hold more units than its rules of risk allow. */
function exceedsUnits({ state }: AccountCell, plan: FillPlan): boolean {
  const { maximumUnits } = state.config.risk ?? {};
  if (maximumUnits === undefined) return false;
  const { total, instruments } = maximumUnits;
  const own = instruments[plan.request.instrument];
  if (own !== undefined && sideAfter(state, plan).gt(own)) return true;
  if (total === undefined) return false;
  const { closes, openUnits } = plan.netting;
  const held = sum([...state.openTrades.values()].map(trade => trade.currentUnits.abs()));
  const closed = sum(closes.map(({ units }) => units.abs()));
  return held.minus(closed).plus(openUnits.abs()).gt(total);
}

/**
 * INSUFFICIENT_MARGIN when the part of the fill that opens needs more margin than is left after the
 * part that closes; otherwise undefined. The commission of the fill is not foreseen.
 */
export function marginRefusal(cell: AccountCell, plan: FillPlan): OrderCancelReason | undefined {
  const { closes, openUnits } = plan.netting;
  if (openUnits.isZero()) return undefined;
  const { pl, financing, fee } = plan.amounts.total;
  const side = openUnits.isNegative() ? 'short' : 'long';
  const closing = { closes, gain: pl.plus(financing).minus(fee) };
  const room = openingRoom(cell, plan.slot, side, closing);
  return room !== undefined && openUnits.abs().lte(room.units) ? undefined : 'INSUFFICIENT_MARGIN';
}

/** The value that the account would have after the whole fill, at the current quotes. */
function valueAfter({ state, market }: AccountCell, plan: FillPlan): Valuation {
  const { closes, openUnits } = plan.netting;
  const held = holdingsAfter(state, closes);
  held.push({ instrument: plan.request.instrument, units: openUnits, price: plan.price });
  return valueAccount(state, market, held, plan.amounts.balance);
}
