/**
 * How many units the margin of an account still allows. One calculation serves the units available
 * that clients see, the check of a fill, its explanation and the size of an order by risk. It uses
 * mid prices, because the spread is not charged before it is paid. Units that hedge need margin as
 * far as the aggregation of the account says. Source: v20 semantics 5.4, 5.5.
 */

import { type Decimal, sum, ZERO } from '../base/decimal.js';
import { baseCurrency } from '../market/instrument.js';
import type { AccountState } from './account.js';
import { type ClosePart, sideTrades } from './netting.js';
import {
  type AccountMarket,
  effectiveMarginRate,
  type Holding,
  marginAvailable,
} from './valuation.js';

/** An account state and its market. */
export interface AccountInMarket {
  readonly state: AccountState;
  readonly market: AccountMarket;
}

/** A side of a position. */
export type Side = 'long' | 'short';

/** The closing part of a fill: it comes before the part that opens. */
export interface ClosingPart {
  /** Parts of open trades, oldest first; units have the sign of the fill. */
  readonly closes: readonly ClosePart[];
  /** What they add to the balance, in home currency: profit and financing, less fees. */
  readonly gain: Decimal;
}

/** What a fill may open once its closing part is done. Units are unsigned. */
export interface OpeningRoom {
  /** The margin available, in home currency; at least 0. */
  readonly margin: Decimal;
  /** Units that need no margin, because they hedge. */
  readonly free: Decimal;
  /** The most units that may open. */
  readonly units: Decimal;
}

/** A fill that closes nothing. */
export const NO_CLOSING: ClosingPart = { closes: [], gain: ZERO };

/**
 * What a fill may open on `side` of the instrument in `slot` after `closing`; undefined while a
 * price of the conversion to home currency is unknown.
 */
export function openingRoom(
  account: AccountInMarket,
  slot: number,
  side: Side,
  closing: ClosingPart,
): OpeningRoom | undefined {
  const margin = marginAfter(account, closing);
  const carried = unitsCarried(account, slot, margin);
  if (carried === undefined) return undefined;
  // Only units that hedge are free; most accounts do not hedge.
  if (!account.state.config.hedging) return { margin, free: ZERO, units: carried };
  const { name } = account.market.quotes.instrument(slot);
  const closed = sum(closing.closes.map(part => part.units)).abs();
  const free = freeUnits(account.state, name, side, closed);
  return { margin, free, units: carried.plus(free) };
}

/** Returns the part of `units` to open that needs margin, when `free` units need none. */
export function unitsNeedingMargin(units: Decimal, free: Decimal): Decimal {
  return units.gt(free) ? units.minus(free) : ZERO;
}

/**
 * Unsigned units that may open on `side` before more margin is used than without them: up to the
 * difference of the sides where the larger side counts, twice that where they are netted.
 * @param closed - unsigned units of the other side that close before.
 */
export function freeUnits(
  state: AccountState,
  instrument: string,
  side: Side,
  closed: Decimal,
): Decimal {
  const { hedging, positionAggregation } = state.config;
  if (!hedging || positionAggregation === 'ABSOLUTE_SUM') return ZERO;
  const against = heldUnits(state, instrument, oppositeSide(side)).minus(closed);
  const ahead = against.minus(heldUnits(state, instrument, side));
  if (ahead.lte(0)) return ZERO;
  return positionAggregation === 'NET_SUM' ? ahead.times(2) : ahead;
}

/** Unsigned units of the open trades on one side of an instrument. */
export function heldUnits(state: AccountState, instrument: string, side: Side): Decimal {
  return sum(sideTrades(state, instrument, side).map(trade => trade.currentUnits)).abs();
}

/** The other side. */
export function oppositeSide(side: Side): Side {
  return side === 'long' ? 'short' : 'long';
}

/** The margin available, in home currency, after `closing`; never below zero. */
function marginAfter({ state, market }: AccountInMarket, { closes, gain }: ClosingPart): Decimal {
  if (closes.length === 0) return marginAvailable(state, market);
  return marginAvailable(state, market, holdingsAfter(state, closes), state.balance.plus(gain));
}

/** What the account holds after `closes`, oldest first; units have the sign of the fill. */
export function holdingsAfter(state: AccountState, closes: readonly ClosePart[]): Holding[] {
  const held: Holding[] = [];
  // Both are oldest first, so one walk is enough.
  let next = 0;
  for (const trade of state.openTrades.values()) {
    const part = closes[next];
    let units = trade.currentUnits;
    if (part?.trade.id === trade.id) {
      units = units.plus(part.units);
      next += 1;
    }
    if (!units.isZero()) held.push({ instrument: trade.instrument, units, price: trade.price });
  }
  return held;
}

/**
 * Units of the instrument in `slot` that use `margin` (home currency) up, rounded down to the
 * precision of units; undefined while a price of the conversion to home currency is unknown.
 */
function unitsCarried(
  { state, market }: AccountInMarket,
  slot: number,
  margin: Decimal,
): Decimal | undefined {
  const instrument = market.quotes.instrument(slot);
  const base = market.conversion.factors(baseCurrency(instrument));
  if (base === undefined || !market.quotes.isPriced(slot)) return undefined;
  const { numerator, denominator } = base.mid;
  const rate = effectiveMarginRate(state, instrument);
  const units = margin.times(denominator);
  return units.divRound(numerator.times(rate), instrument.tradeUnitsPrecision, 'floor');
}
