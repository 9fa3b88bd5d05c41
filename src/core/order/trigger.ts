/**
 * When an order triggers: which price it watches, and on which side of its level it waits. Prices
 * are in points. The MID side counts half points (bid + ask), so a mid is compared without rounding
 * and still as an integer. Source: v20 semantics 4.1.
 */

import type { OrderTriggerCondition, OrderType } from './order.js';
import { ORDER_TYPES } from './order-types.js';

/** The price that an order watches. */
export type TriggerSide = 'BID' | 'ASK' | 'MID';
/** Prices of each side that an order may watch, in units of the side: points, or half points for MID. */
export type SidePrices = Readonly<Record<TriggerSide, number>>;
/** `DOWN` triggers at or below the level, `UP` at or above it. */
export type TriggerDirection = 'DOWN' | 'UP';

/** The price side that `condition` watches, for an order that buys or sells. */
export function triggerSide(condition: OrderTriggerCondition, buys: boolean): TriggerSide {
  switch (condition) {
    case 'DEFAULT':
      return buys ? 'ASK' : 'BID';
    case 'INVERSE':
      return buys ? 'BID' : 'ASK';
    default:
      return condition;
  }
}

/** The watched price in units of `side`: points, or half points for MID. */
export function sidePrice(side: TriggerSide, bid: number, ask: number): number {
  if (side === 'BID') return bid;
  return side === 'ASK' ? ask : bid + ask;
}

/** A level or distance in points, converted to units of `side`. */
export function sideUnits(side: TriggerSide, points: number): number {
  return side === 'MID' ? points * 2 : points;
}

/**
 * The direction in which the price must move to trigger the order.
 * @param initial - for MARKET_IF_TOUCHED: the watched price when the order was made, in units of
 * its side.
 */
export function triggerDirection(
  type: OrderType,
  buys: boolean,
  level: number,
  initial: number,
): TriggerDirection {
  const { trigger } = ORDER_TYPES[type];
  if (trigger === 'touch') return level <= initial ? 'DOWN' : 'UP';
  const waitsForLower = trigger === 'limit' ? buys : !buys;
  return waitsForLower ? 'DOWN' : 'UP';
}

/** Whether the watched price has reached the level; equal counts as reached. */
export function isReached(direction: TriggerDirection, watched: number, level: number): boolean {
  return direction === 'DOWN' ? watched <= level : watched >= level;
}
