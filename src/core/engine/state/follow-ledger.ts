/**
 * Keeps the side tables of the engine in step with the ledger: resting orders, expiry timers,
 * margin lines. Each change follows from committed transactions and the quotes of that moment.
 */

import { ensureDefined } from '../../base/assert.js';
import { decimal } from '../../base/decimal.js';
import type { OrderRecord } from '../../ledger/account.js';
import { mustTrade } from '../../ledger/account-records.js';
import type { LedgerEntry } from '../../ledger/log/ledger.js';
import { isOrderTransaction, type OrderTransaction } from '../../ledger/transaction.js';
import { nearestPoints } from '../../market/points.js';
import { trails } from '../../order/dependent-orders.js';
import type { OrderTriggerCondition } from '../../order/order.js';
import type { RestingOrder } from '../../order/resting-orders.js';
import { sidePrice, sideUnits, triggerDirection, triggerSide } from '../../order/trigger.js';
import { takeTransfer } from '../../risk/risk-book.js';
import { rolloverAfter } from '../../time/calendar.js';
import { instantOf } from '../../time/instant.js';
import type { AccountCell } from './account-cell.js';
import { type EngineState, Rank } from './engine-state.js';
import { penetrationOf } from './execution-model.js';

/** Updates the tables after one committed transaction of `cell`. */
export function followLedger(state: EngineState, cell: AccountCell, entry: LedgerEntry): void {
  if (isOrderTransaction(entry)) {
    if (entry.type !== 'MARKET_ORDER') rest(state, cell, entry);
    return;
  }
  switch (entry.type) {
    case 'ORDER_FILL':
    case 'ORDER_CANCEL':
      unrest(state, cell, Number(entry.orderID));
      break;
    case 'DELAYED_TRADE_CLOSURE':
      state.delayed += entry.tradeIDs.length;
      break;
    case 'TRANSFER_FUNDS':
      if (cell.risk !== undefined) takeTransfer(cell.risk, decimal(entry.amount));
      break;
    default:
  }
  state.lines.touch(cell);
}

function unrest(state: EngineState, cell: AccountCell, orderID: number): void {
  const order = ensureDefined(cell.state.orders.get(orderID), 'order', orderID);
  const { creation } = order;
  if (order.type !== 'MARKET') {
    state.resting[state.quotes.mustSlot(order.instrument)]?.remove(cell.slot, orderID);
  }
  const delayed = 'delayedTradeClose' in creation && creation.delayedTradeClose !== undefined;
  if (delayed && order.state === 'FILLED') state.delayed -= 1;
}

function rest(state: EngineState, cell: AccountCell, creation: OrderTransaction): void {
  const order = ensureDefined(cell.state.orders.get(Number(creation.id)), 'the order just made');
  const slot = state.quotes.mustSlot(order.instrument);
  state.resting[slot]?.add(restingOrder(state, cell, order, slot));
  const { timeInForce } = creation;
  const gtdTime = 'gtdTime' in creation ? creation.gtdTime : undefined;
  const expiry =
    timeInForce === 'GFD'
      ? rolloverAfter(state.clock.now)
      : timeInForce === 'GTD' && gtdTime !== undefined
        ? instantOf(gtdTime)
        : undefined;
  if (expiry !== undefined) {
    const event = { kind: 'expiry', account: cell.slot, orderID: order.id } as const;
    state.queue.push(expiry, Rank.EXPIRY, event);
  }
}

function restingOrder(
  { quotes, model }: EngineState,
  cell: AccountCell,
  order: OrderRecord,
  slot: number,
): RestingOrder {
  const { creation } = order;
  const { displayPrecision } = quotes.instrument(slot);
  const points = (text: string) => nearestPoints(decimal(text), displayPrecision);
  const trade = order.tradeID === undefined ? undefined : mustTrade(cell.state, order.tradeID);
  const units = trade === undefined ? order.units : trade.currentUnits.negated();
  const buys = units.isPositive();
  const { triggerCondition } = creation as { readonly triggerCondition: OrderTriggerCondition };
  const side = triggerSide(triggerCondition, buys);
  const watched = sidePrice(side, quotes.bidPoints(slot), quotes.askPoints(slot));
  const { type } = order;
  const account = cell.slot;
  const orderID = order.id;
  if (trails(type) && 'distance' in creation) {
    const distance = sideUnits(side, points(creation.distance ?? '0'));
    const onFill = 'reason' in creation && creation.reason === 'ON_FILL';
    const start =
      onFill && trade !== undefined
        ? sideUnits(side, nearestPoints(trade.price, displayPrecision))
        : watched;
    const level = buys ? start + distance : start - distance;
    return { account, orderID, side, direction: buys ? 'UP' : 'DOWN', level, distance };
  }
  const price = 'price' in creation ? (creation.price ?? '0') : '0';
  const level = sideUnits(side, points(price));
  const direction = triggerDirection(type, buys, level, watched);
  const penetration = sideUnits(side, penetrationOf(model, type, order.instrument));
  if (penetration > 0) {
    const beyond = direction === 'DOWN' ? level - penetration : level + penetration;
    return { account, orderID, side, direction, level: beyond, penetration };
  }
  if (type !== 'MARKET_IF_TOUCHED') return { account, orderID, side, direction, level };
  // An order at exactly the market's price counts as touched: the infinite level triggers at the
  // next tick.
  const reached = level === watched ? Number.POSITIVE_INFINITY : level;
  return { account, orderID, side, direction, level: reached, initialMarketPrice: watched };
}
