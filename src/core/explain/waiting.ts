/**
 * How an order waited: which price it watched, in which direction and up to which level, and which
 * recorded prices it saw. Source: v20 semantics 4.1, 4.4 (rests), 4.8.
 */

import { decimal } from '../base/decimal.js';
import { present } from '../base/present.js';
import type { CandleSeries } from '../candle/series.js';
import type { PointQuote } from '../engine/leg/leg.js';
import type { AccountCell } from '../engine/state/account-cell.js';
import type { EngineState } from '../engine/state/engine-state.js';
import { penetrationOf } from '../engine/state/execution-model.js';
import type { MarketEntry } from '../engine/state/market-entry.js';
import { TradingTimes, tradingAt } from '../engine/state/sessions.js';
import type { OrderRecord } from '../ledger/account.js';
import type { Transaction } from '../ledger/transaction.js';
import { nearestPoints } from '../market/points.js';
import { dependentOrder, trails } from '../order/dependent-orders.js';
import { ORDER_TYPES } from '../order/order-types.js';
import {
  isReached,
  sidePrice,
  sideUnits,
  type TriggerDirection,
  type TriggerSide,
  triggerDirection,
  triggerSide,
} from '../order/trigger.js';
import { type Instant, instant } from '../time/instant.js';
import { batchOf, type MarketPlace, placeOf, rowsAt, type TickPlace } from './place.js';

/** How an order waited for its price. */
export interface PriceWait {
  readonly slot: number;
  readonly buys: boolean;
  readonly side: TriggerSide;
  readonly direction: TriggerDirection;
  /** Units of `side`: points, or half points for MID. Infinite when any price triggers. */
  readonly level: number;
  /** Distance of a trailing stop, units of `side`. */
  readonly distance?: number;
  /** The first row that the order saw. */
  readonly firstRow: number;
  /** The quote at which the order was made, when that was between two points of a path. */
  readonly bornAt?: PointQuote;
  /** Where the order was made, when the price that stood then counts as its first row. */
  readonly standingAt?: MarketPlace;
}

/** A price that an order saw, in units of its side. */
export interface SeenPrice {
  readonly row: number;
  readonly price: number;
  readonly time: Instant;
}

/** How `order` waited; undefined for one that does not wait, a MARKET order. */
export function waitingOf(
  state: EngineState,
  cell: AccountCell,
  order: OrderRecord,
): PriceWait | undefined {
  const { creation, type } = order;
  if (creation.type === 'MARKET_ORDER') return undefined;
  const slot = state.quotes.mustSlot(order.instrument);
  const place = placeOf(state, cell, creation);
  const known = rowsAt(state, slot, place);
  const filled = reissuedFrom(cell, creation);
  if (filled !== undefined) return restWaiting(state, cell, order, { filled, firstRow: known });
  const trade = order.tradeID === undefined ? undefined : cell.state.trades.get(order.tradeID);
  const units = trade === undefined ? order.units : trade.initialUnits.negated();
  const buys = units.isPositive();
  const side = triggerSide(creation.triggerCondition, buys);
  const series = state.candles[slot] as CandleSeries;
  const bornAt = place.kind === 'tick' && place.slot === slot ? place.quote : undefined;
  const { bid, ask } = bornAt ?? (known === 0 ? { bid: 0, ask: 0 } : series.pricesAt(known - 1));
  const watched = sidePrice(side, bid, ask);
  const { displayPrecision } = state.quotes.instrument(slot);
  const points = (text = '0') => sideUnits(side, nearestPoints(decimal(text), displayPrecision));
  const seen = seesFirst(state, order, place, slot)
    ? { firstRow: known - 1, standingAt: place }
    : { firstRow: known, ...present({ bornAt }) };
  if (trails(type) && 'distance' in creation) {
    const distance = points(creation.distance);
    const start = creation.reason === 'ON_FILL' ? points(trade?.price.toFixed()) : watched;
    const level = buys ? start + distance : start - distance;
    return { slot, buys, side, direction: buys ? 'UP' : 'DOWN', level, distance, ...seen };
  }
  const price = points(creation.price);
  const direction = triggerDirection(type, buys, price, watched);
  const beyond = sideUnits(side, penetrationOf(state.model, type, order.instrument));
  const passed = direction === 'DOWN' ? price - beyond : price + beyond;
  const level = type === 'MARKET_IF_TOUCHED' && price === watched ? Infinity : passed;
  return { slot, buys, side, direction, level, ...seen };
}

/** Whether the price that stood when the order was made counts for it, too. */
function seesFirst(
  state: EngineState,
  order: OrderRecord,
  place: MarketPlace,
  slot: number,
): boolean {
  if (place.kind !== 'commands' || order.creation.reason === 'ON_FILL') return false;
  if (dependentOrder(order.type)?.fillsWhenMade === false) return false;
  const known = rowsAt(state, slot, place);
  if (known === 0) return false;
  const quotedAt = (state.candles[slot] as CandleSeries).timeAt(known - 1);
  return tradingAt(state.market[slot] as MarketEntry, place.time, quotedAt).isOpen;
}

/** The fill whose rest `creation` is; undefined for an order that is no rest. */
export function reissuedFrom(cell: AccountCell, creation: Transaction) {
  if (creation.type !== 'MARKET_IF_TOUCHED_ORDER') return undefined;
  for (const each of batchOf(cell, creation)) {
    if (each.id === creation.id) return undefined;
    if (each.type === 'ORDER_FILL' && each.reason === 'MARKET_IF_TOUCHED_ORDER') return each;
  }
  return undefined;
}

/** A rest waits as the order did that it is the rest of (decision 0024). */
function restWaiting(
  state: EngineState,
  cell: AccountCell,
  { creation }: OrderRecord,
  {
    filled,
    firstRow,
  }: {
    readonly filled: Extract<Transaction, { readonly type: 'ORDER_FILL' }>;
    readonly firstRow: number;
  },
): PriceWait | undefined {
  const before = cell.state.orders.get(Number(filled.orderID));
  const waiting = before === undefined ? undefined : waitingOf(state, cell, before);
  if (waiting === undefined) return undefined;
  if (Number.isFinite(waiting.level)) return restFrom(waiting, firstRow);
  const { displayPrecision } = state.quotes.instrument(waiting.slot);
  const points = (text = '0') => nearestPoints(decimal(text), displayPrecision);
  const level = points('price' in creation ? creation.price : undefined);
  const initial = points(filled.fullVWAP);
  const direction = triggerDirection('MARKET_IF_TOUCHED', waiting.buys, level, initial);
  return { ...restFrom(waiting, firstRow), level, direction };
}

/** The same way of waiting, from another row on. */
function restFrom({ standingAt: _, ...waiting }: PriceWait, firstRow: number): PriceWait {
  return { ...waiting, firstRow };
}

/** The row of `place` among the rows of the order, exclusive: those before it had their chance. */
export function endRow(state: EngineState, slot: number, place: MarketPlace): number {
  const rows = rowsAt(state, slot, place);
  const isItsTick = place.kind === 'tick' && place.slot === slot && place.quote === undefined;
  return isItsTick ? rows - 1 : rows;
}

/**
 * The side and the level that the order's fill needs: a limit's own side must allow its price,
 * whatever side it watches.
 */
export function neededSide(order: OrderRecord, waiting: PriceWait): PriceWait {
  if (ORDER_TYPES[order.type].trigger !== 'limit') return waiting;
  const side = waiting.buys ? 'ASK' : 'BID';
  const points = waiting.side === 'MID' ? waiting.level / 2 : waiting.level;
  return { ...waiting, side, level: points };
}

/** The watched price in a row, and the level of a trailing stop after it. */
export function priceIn({ candles }: EngineState, { slot, side }: PriceWait, row: number): number {
  const { bid, ask } = (candles[slot] as CandleSeries).pricesAt(row);
  return sidePrice(side, bid, ask);
}

/** Rows of a block that is passed by its extremes. */
const BLOCK = 4096;

/**
 * The price nearest to the level, or furthest past it, among the rows before `end` in which the
 * market was open; undefined when there was none. The first of equal prices counts.
 */
export function closest(
  state: EngineState,
  waiting: PriceWait,
  end: number,
): SeenPrice | undefined {
  const { slot, direction, firstRow, standingAt } = waiting;
  const stands = (row: number) => row === firstRow && standingAt !== undefined;
  const series = state.candles[slot] as CandleSeries;
  const trading = new TradingTimes(state.market[slot] as MarketEntry);
  let best: SeenPrice | undefined;
  for (let from = firstRow; from < end; from += BLOCK) {
    const to = Math.min(from + BLOCK, end);
    if (
      best !== undefined &&
      !improves(direction, extreme(series, waiting, from, to), best.price)
    ) {
      continue;
    }
    for (let row = from; row < to; row++) {
      const price = priceIn(state, waiting, row);
      if (best !== undefined && !improves(direction, price, best.price)) continue;
      const time = instant(series.timeAt(row));
      if (stands(row) || trading.at(time).isOpen) best = { row, price, time };
    }
  }
  return best;
}

/** The last price before `end` in which the market was open; undefined when there was none. */
export function lastSeen(
  state: EngineState,
  waiting: PriceWait,
  end: number,
): SeenPrice | undefined {
  const { slot, firstRow } = waiting;
  const series = state.candles[slot] as CandleSeries;
  for (let row = end - 1; row >= firstRow; row--) {
    const time = instant(series.timeAt(row));
    if (!tradingAt(state.market[slot] as MarketEntry, time).isOpen) continue;
    return { row, price: priceIn(state, waiting, row), time };
  }
  return undefined;
}

function improves(direction: TriggerDirection, price: number, than: number): boolean {
  return direction === 'DOWN' ? price < than : price > than;
}

/** A bound of the watched prices of rows, from the bounds of their blocks. */
function extreme(series: CandleSeries, waiting: PriceWait, from: number, to: number): number {
  const { bid, ask, mid } = series.fold(from, to, 0, true);
  const { side, direction } = waiting;
  if (side === 'MID') return direction === 'DOWN' ? mid.l * 2 - 1 : mid.h * 2 + 1;
  const prices = side === 'BID' ? bid : ask;
  return direction === 'DOWN' ? prices.l : prices.h;
}

/** The level of a trailing stop once it has seen the rows before `end`. */
export function trailedLevel(state: EngineState, waiting: PriceWait, end: number): number {
  const { distance } = waiting;
  if (distance === undefined) return waiting.level;
  const away = waiting.direction === 'DOWN' ? 'UP' : 'DOWN';
  const best = closest(state, { ...waiting, direction: away }, end);
  if (best === undefined) return waiting.level;
  const level = waiting.direction === 'DOWN' ? best.price - distance : best.price + distance;
  return improves(away, level, waiting.level) ? level : waiting.level;
}

/** The ticks of the instant of `place` that trigger the order, in order. */
export function triggerTicks(
  state: EngineState,
  waiting: PriceWait,
  place: TickPlace,
): TickPlace[] {
  const series = state.candles[waiting.slot] as CandleSeries;
  const end = series.rowAtOrAfter(place.time + 1);
  const found: TickPlace[] = [];
  for (let row = Math.max(waiting.firstRow, series.rowAtOrAfter(place.time)); row < end; row++) {
    const level = trailedLevel(state, waiting, row + 1);
    if (isReached(waiting.direction, priceIn(state, waiting, row), level)) {
      found.push({ ...place, slot: waiting.slot, row });
    }
  }
  return found;
}
