/**
 * How many units the margin of an account still allows. One calculation serves both the units
 * available that the account is told and the check of a fill. It uses mid prices, because the
 * spread is not charged before it is paid. Each side of a hedged position is computed separately.
 * Source: v20 semantics 5.5.
 */

import type { Decimal } from '../base/decimal.js';
import { factorValue } from '../market/conversion.js';
import { baseCurrency } from '../market/instrument.js';
import type { AccountState } from './account.js';
import type { ClosePart } from './netting.js';
import {
  type AccountMarket,
  effectiveMarginRate,
  type Holding,
  valueAccount,
} from './valuation.js';

/** An account state and its market. */
export interface Account {
  readonly state: AccountState;
  readonly market: AccountMarket;
}

/**
 * The margin available in home currency after `closes` have happened and have realized `pl`; never
 * below zero.
 * @param closes - parts of open trades; units have the sign of the fill.
 */
export function marginAfterClosing(
  { state, market }: Account,
  closes: readonly ClosePart[],
  pl: Decimal,
): Decimal {
  if (closes.length === 0) return valueAccount(state, market).marginAvailable;
  const left = holdingsAfter(state, closes);
  return valueAccount(state, market, left, state.balance.plus(pl)).marginAvailable;
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
 * Units of the instrument in `slot` that `margin` (home currency) allows, rounded down to the
 * precision of units; undefined while a price of the conversion to home currency is unknown.
 */
export function unitsCarried(
  { state, market }: Account,
  slot: number,
  margin: Decimal,
): Decimal | undefined {
  const instrument = market.quotes.instrument(slot);
  const base = market.conversion.factors(baseCurrency(instrument));
  if (base === undefined || !market.quotes.isPriced(slot)) return undefined;
  const each = factorValue(base.mid).times(effectiveMarginRate(state, instrument));
  return margin.divRound(each, instrument.tradeUnitsPrecision, 'floor');
}
