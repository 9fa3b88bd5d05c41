/**
 * The fold of an ORDER_FILL: trades open, shrink and close, and the balance moves by the amounts of
 * the fill. Invariants I5, I10, I11, I13.
 */

import { assert } from '../base/assert.js';
import { decimal, ZERO } from '../base/decimal.js';
import type { AccountState, PositionRecord, SideRecord, TradeRecord } from './account.js';
import { mustPending, mustTrade, retire, setBalance } from './account-records.js';
import type { OrderFillTransaction, TradeReduce } from './transaction.js';

/**
 * Applies `fill` to `state` in place. @throws InvariantError when the fill does not fit the state.
 */
export function applyFill(state: AccountState, fill: OrderFillTransaction): void {
  const order = mustPending(state, Number(fill.orderID));
  retire(state, order);
  order.state = 'FILLED';
  order.fillingTransactionID = fill.id;
  order.filledTime = fill.time;
  if (fill.tradeOpened !== undefined) order.tradeOpenedID = fill.tradeOpened.tradeID;
  if (fill.tradeReduced !== undefined) order.tradeReducedID = fill.tradeReduced.tradeID;
  if (fill.tradesClosed !== undefined) {
    order.tradeClosedIDs = fill.tradesClosed.map(closed => closed.tradeID);
  }
  const position = positionOf(state, fill.instrument);
  if (fill.tradesClosed !== undefined) {
    for (const closed of fill.tradesClosed) applyReduce(state, position, closed, fill);
  }
  if (fill.tradeReduced !== undefined) applyReduce(state, position, fill.tradeReduced, fill);
  if (fill.tradeOpened !== undefined) applyOpen(state, position, fill);
  addAmounts(state, position, fill);
}

/** The position record of `instrument`; made when the instrument is first traded. */
function positionOf(state: AccountState, instrument: string): PositionRecord {
  const known = state.positions.get(instrument);
  if (known !== undefined) return known;
  const position = { instrument, commission: ZERO, long: emptySide(), short: emptySide() };
  state.positions.set(instrument, position);
  return position;
}

function emptySide(): SideRecord {
  return {
    tradeIDs: [],
    pl: ZERO,
    resettablePL: ZERO,
    financing: ZERO,
    guaranteedExecutionFees: ZERO,
  };
}

function applyReduce(
  state: AccountState,
  position: PositionRecord,
  reduce: TradeReduce,
  fill: OrderFillTransaction,
): void {
  const trade = mustTrade(state, Number(reduce.tradeID));
  const side = trade.initialUnits.isPositive() ? position.long : position.short;
  const remaining = trade.currentUnits.plus(reduce.units);
  assert(
    remaining.isZero() || remaining.isNegative() === trade.currentUnits.isNegative(),
    'Invariant: the sign of a trade never flips',
  );
  trade.currentUnits = remaining.isZero() ? ZERO : remaining;
  trade.realizedPL = trade.realizedPL.plus(reduce.realizedPL);
  trade.financing = trade.financing.plus(reduce.financing);
  trade.closedValue = trade.closedValue.plus(decimal(reduce.units).abs().times(reduce.price));
  trade.closingTransactionIDs = [...trade.closingTransactionIDs, fill.id];
  side.pl = side.pl.plus(reduce.realizedPL);
  side.resettablePL = side.resettablePL.plus(reduce.realizedPL);
  side.financing = side.financing.plus(reduce.financing);
  side.guaranteedExecutionFees = side.guaranteedExecutionFees.plus(reduce.guaranteedExecutionFee);
  if (trade.currentUnits.isZero()) closeTrade(state, side, trade, fill.time);
}

function closeTrade(state: AccountState, side: SideRecord, trade: TradeRecord, time: string): void {
  trade.state = 'CLOSED';
  trade.closeTime = time;
  side.tradeIDs = side.tradeIDs.filter(id => id !== trade.id);
  state.openTrades.delete(trade.id);
  if (trade.clientExtensions?.id !== undefined) {
    state.clientTradeIDs.delete(trade.clientExtensions.id);
  }
}

function applyOpen(
  state: AccountState,
  position: PositionRecord,
  fill: OrderFillTransaction,
): void {
  const opened = fill.tradeOpened;
  if (opened === undefined) return;
  const units = decimal(opened.units);
  const trade: TradeRecord = {
    id: Number(opened.tradeID),
    instrument: fill.instrument,
    price: decimal(opened.price),
    openTime: fill.time,
    initialUnits: units,
    initialMarginRequired: opened.initialMarginRequired,
    state: 'OPEN',
    currentUnits: units,
    realizedPL: ZERO,
    financing: ZERO,
    financedUntil: fill.time,
    closingTransactionIDs: [],
    closedValue: ZERO,
  };
  if (opened.clientExtensions !== undefined) {
    trade.clientExtensions = opened.clientExtensions;
    if (opened.clientExtensions.id !== undefined) {
      state.clientTradeIDs.set(opened.clientExtensions.id, trade.id);
    }
  }
  state.trades.set(trade.id, trade);
  state.openTrades.set(trade.id, trade);
  const side = units.isPositive() ? position.long : position.short;
  side.tradeIDs = [...side.tradeIDs, trade.id];
}

function addAmounts(
  state: AccountState,
  position: PositionRecord,
  fill: OrderFillTransaction,
): void {
  const balance = state.balance
    .plus(fill.pl)
    .plus(fill.financing)
    .minus(fill.commission)
    .minus(fill.guaranteedExecutionFee);
  setBalance(state, balance, fill.accountBalance);
  state.pl = state.pl.plus(fill.pl);
  state.resettablePL = state.resettablePL.plus(fill.pl);
  state.financing = state.financing.plus(fill.financing);
  state.commission = state.commission.plus(fill.commission);
  state.guaranteedExecutionFees = state.guaranteedExecutionFees.plus(fill.guaranteedExecutionFee);
  state.lastOrderFillTimestamp = fill.time;
  position.commission = position.commission.plus(fill.commission);
}
