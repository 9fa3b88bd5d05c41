/**
 * What an account and an instrument allow of guaranteed stops created on an open trade.
 * Source: v20 semantics 3.6 (policy order), 9.5.
 * Ambiguities: the mode is DISABLED when either side says so, else REQUIRED when either does;
 * a later guaranteed stop must lie minimumGuaranteedStopLossDistance from the price that
 * would close the trade now (on fill: from the trade's open price);
 * "within spread" means not beyond that closing price.
 */

import type {
  GuaranteedStopLossOrderMode,
  Instrument,
} from '../../../src/core/market/instrument.js';
import type { OrderRequest } from '../../../src/core/order/order.js';
import { decimal, type Rational } from '../numbers/rational.js';
import {
  type Account,
  isTradeable,
  marketOf,
  type Order,
  openTrades,
  quoteOf,
  type Trade,
  type World,
} from '../numbers/state.js';

/** The stricter of the account's and the instrument's mode. */
export function guaranteedMode(
  account: Account,
  instrument: Instrument,
): GuaranteedStopLossOrderMode {
  const modes = [
    account.config.guaranteedStopLossOrderMode,
    instrument.guaranteedStopLossOrderMode,
  ];
  if (modes.includes('DISABLED')) return 'DISABLED';
  return modes.includes('REQUIRED') ? 'REQUIRED' : 'ALLOWED';
}

/** Whether a trade in the other direction is open in the instrument. */
function hasOpposite(account: Account, instrument: string, sign: number): boolean {
  return openTrades(account, instrument).some(trade => trade.units.sign === -sign);
}

/** Price of a stop created later by distance: ask - distance for a long, bid + distance for a short. */
export function priceFromDistance(world: World, trade: Trade, distance: Rational): Rational {
  const { bid, ask } = quoteOf(world, trade.instrument);
  return trade.units.sign > 0 ? ask.minus(distance) : bid.plus(distance);
}

/** Reason to reject a guaranteed stop on an open trade; `replaced` is the one before it. */
export function guaranteedReason(
  world: World,
  account: Account,
  request: OrderRequest,
  { trade, replaced }: { readonly trade: Trade; readonly replaced: Order | undefined },
): string | undefined {
  const market = marketOf(world, trade.instrument);
  const prefix = 'GUARANTEED_STOP_LOSS_ORDER_';
  if (guaranteedMode(account, market.instrument) === 'DISABLED') return `${prefix}NOT_ALLOWED`;
  const sign = trade.units.sign;
  if (hasOpposite(account, trade.instrument, sign)) return `${prefix}HEDGING_NOT_ALLOWED`;
  const price =
    request.price === undefined
      ? priceFromDistance(world, trade, decimal(request.distance as string))
      : decimal(request.price);
  if (!isTradeable(world, market)) {
    if (replaced?.price === undefined) return `${prefix}HALTED_CREATE_VIOLATION`;
    const tighter = sign > 0 ? price.moreThan(replaced.price) : price.lessThan(replaced.price);
    return tighter ? `${prefix}HALTED_TIGHTEN_VIOLATION` : undefined;
  }
  const { bid, ask } = quoteOf(world, trade.instrument);
  const beyond = sign > 0 ? bid.minus(price) : price.minus(ask);
  if (beyond.sign <= 0) return `${prefix}PRICE_WITHIN_SPREAD`;
  return isTooNear(market.instrument, beyond) ? `${prefix}MINIMUM_DISTANCE_NOT_MET` : undefined;
}

/** Whether a distance is below the instrument's minimum for guaranteed stops. */
export function isTooNear(instrument: Instrument, distance: Rational): boolean {
  return distance.lessThan(decimal(instrument.minimumGuaranteedStopLossDistance ?? '0'));
}

/** Reason to refuse to cancel a guaranteed stop: required, or the market is closed. */
export function keepReason(world: World, account: Account, order: Order): string | undefined {
  if (order.type !== 'GUARANTEED_STOP_LOSS') return undefined;
  const market = marketOf(world, order.instrument);
  const prefix = 'GUARANTEED_STOP_LOSS_ORDER_';
  if (guaranteedMode(account, market.instrument) === 'REQUIRED') return `${prefix}REQUIRED`;
  return isTradeable(world, market) ? undefined : `${prefix}HALTED_NOT_CANCELABLE`;
}
