/**
 * The price and the units of a fill: depth, slippage, the promise of a limit, price bounds, and the
 * level of a guaranteed stop. Prices are in points. Source: v20 semantics 4.1 (limit's promise),
 * 4.2, 4.4; rules of partial fills in decision 0007.
 */

import type { Decimal } from '../../base/decimal.js';
import { type BookLevel, type BookTaking, isMeanWorse, take, takeAll } from '../../market/book.js';
import { nearestPoints } from '../../market/points.js';
import { ORDER_TYPES } from '../../order/order-types.js';
import type { OrderCancelReason } from '../../reason/cancel-reasons.js';
import { type ExecutionContext, levelsLeft, type Taker } from '../state/execution-context.js';
import type { FillRequest } from './fill-request.js';

/**
 * A fill that the book allows. `points` is its price; `vwapPoints` is the price without the
 * guarantee.
 */
export interface FillPrice {
  readonly kind: 'price';
  /** Signed units that fill; fewer than wanted for IOC and for MARKET_IF_TOUCHED. */
  readonly units: Decimal;
  /** The fill price in points. */
  readonly points: number;
  readonly vwapPoints: number;
}

type NoFill = { readonly kind: 'cancel'; readonly reason: OrderCancelReason } | Wait;

/** The fill is not due: its price guard, its market or the depth does not allow it yet. */
export interface Wait {
  readonly kind: 'wait';
  /** Whether a better price of the book would be enough. */
  readonly isForPrice: boolean;
}

/** No better price of the book would help. */
export const WAIT: Wait = { kind: 'wait', isForPrice: false };
/** A better price of the book would be enough. */
export const WAIT_FOR_PRICE: Wait = { kind: 'wait', isForPrice: true };

/** A fill of an instrument that an account asks for. */
interface PricedRequest {
  readonly slot: number;
  readonly request: FillRequest;
  /** Signed units. */
  readonly wanted: Decimal;
  readonly taker: Taker;
}

/** Finds the price for a fill. */
export function priceFill(
  context: ExecutionContext,
  { slot, request, wanted, taker }: PricedRequest,
): FillPrice | NoFill {
  const buys = !wanted.isNegative();
  const { displayPrecision } = context.quotes.instrument(slot);
  const guard: Guard = {
    buys,
    precision: displayPrecision,
    limit: isLimit(request) ? optionalPoints(request.price, displayPrecision) : undefined,
    bound: optionalPoints(request.priceBound, displayPrecision),
  };
  const side = buys ? 'ask' : 'bid';
  const levels = slip(
    levelsLeft(context, slot, side, taker),
    context.drawSlippage() + request.penetration,
    guard,
  );
  const taken = takeUnits(levels, request, wanted.abs(), guard);
  if (taken.kind !== 'taken') return taken;
  const units = buys ? taken.units : taken.units.negated();
  const level =
    request.type === 'GUARANTEED_STOP_LOSS'
      ? optionalPoints(request.price, displayPrecision)
      : undefined;
  const clamped = level !== undefined && isWorse(taken.points, level, buys) ? level : taken.points;
  return { kind: 'price', units, points: clamped, vwapPoints: taken.points };
}

function optionalPoints(price: Decimal | undefined, precision: number): number | undefined {
  return price === undefined ? undefined : nearestPoints(price, precision);
}

/**
 * Whether the fill side is worse than the limit's price. This happens when a limit order watches
 * another side of the book. Its fill is due only when the watched side has triggered it and the
 * fill side allows its price (semantics 4.1).
 */
export function waitsForPromise(
  { quotes }: ExecutionContext,
  slot: number,
  request: FillRequest,
): boolean {
  if (!isLimit(request) || request.price === undefined) return false;
  const buys = !request.units.isNegative();
  const limit = nearestPoints(request.price, quotes.instrument(slot).displayPrecision);
  return isWorse(buys ? quotes.askPoints(slot) : quotes.bidPoints(slot), limit, buys);
}

/** What a fill price must not pass, in points. */
interface Guard {
  readonly buys: boolean;
  /** Digits after the point of a price: what a point is. */
  readonly precision: number;
  readonly limit: number | undefined;
  readonly bound: number | undefined;
}

function isLimit({ type }: FillRequest): boolean {
  return ORDER_TYPES[type].trigger === 'limit';
}

/** Whether an order that cannot fill now may rest. */
export function mayRest({ timeInForce }: FillRequest): boolean {
  return timeInForce !== 'FOK' && timeInForce !== 'IOC';
}

function isWorse(points: number, than: number, buys: boolean): boolean {
  return buys ? points > than : points < than;
}

/**
 * Moves every level against the client by the slippage, and by what the market passed a limit. A level that is within the limit and the
 * bound is not moved past them.
 */
function slip(levels: readonly BookLevel[], slippage: number, guard: Guard): readonly BookLevel[] {
  if (slippage === 0) return levels;
  const shift = guard.buys ? slippage : -slippage;
  return levels.map(level => {
    let points = Math.max(1, level.points + shift);
    for (const edge of [guard.limit, guard.bound]) {
      if (edge === undefined || isWorse(level.points, edge, guard.buys)) continue;
      if (isWorse(points, edge, guard.buys)) points = edge;
    }
    return { ...level, points };
  });
}

function takeUnits(
  levels: readonly BookLevel[],
  request: FillRequest,
  units: Decimal,
  guard: Guard,
): ({ readonly kind: 'taken' } & Pick<BookTaking, 'units' | 'points'>) | NoFill {
  const { limit, bound, buys, precision } = guard;
  const partial = request.timeInForce === 'IOC' && !request.closing;
  const taken = request.closing
    ? takeAll(levels, units, precision)
    : take(levels, units, precision, partial ? within(guard) : ANY_PRICE);
  const waits = mayRest(request);
  // A MARKET_IF_TOUCHED order neither drops its rest nor waits with it: the rest is reissued
  // (decision 0024).
  const reissued = ORDER_TYPES[request.type].trigger === 'touch';
  if (taken === undefined || (taken.units.lt(units) && !partial && !reissued)) {
    const top = levels[0]?.points;
    const outOfBound = bound !== undefined && top !== undefined && isWorse(top, bound, buys);
    if (partial && outOfBound) return { kind: 'cancel', reason: 'BOUNDS_VIOLATION' };
    return waits ? WAIT : { kind: 'cancel', reason: 'INSUFFICIENT_LIQUIDITY' };
  }
  if (limit !== undefined && isMeanWorse(taken, limit, buys, precision)) {
    return waits ? WAIT_FOR_PRICE : { kind: 'cancel', reason: 'INSUFFICIENT_LIQUIDITY' };
  }
  if (bound !== undefined && isMeanWorse(taken, bound, buys, precision)) {
    return { kind: 'cancel', reason: 'BOUNDS_VIOLATION' };
  }
  return { kind: 'taken', units: taken.units, points: taken.points };
}

const ANY_PRICE = () => true;

/** Whether a price in points is within the limit and the bound. */
function within({ limit, bound, buys }: Guard): (points: number) => boolean {
  return points =>
    (limit === undefined || !isWorse(points, limit, buys)) &&
    (bound === undefined || !isWorse(points, bound, buys));
}
