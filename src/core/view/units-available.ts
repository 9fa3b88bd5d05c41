/**
 * How many units of an instrument an account may still order: what its margin carries at mid prices,
 * beside what only closes trades. Says nothing of the spread that a fill pays, of depth, halts and
 * locks: recorded answers are this arithmetic, and show it on weekends too.
 * Source: v20 semantics 5.5 (formulas), 5.9 (recorded figure).
 */

import { type Decimal, decimal, roundFloor, sum, ZERO } from '../base/decimal.js';
import { sideTrades } from '../ledger/netting.js';
import { effectiveMarginRate, holdingOf, valueAccount, valueHolding } from '../ledger/valuation.js';
import { type Factor, factorValue } from '../market/conversion.js';
import { baseCurrency, type Instrument } from '../market/instrument.js';
import type { AccountView } from './account-view.js';

/** Units, unsigned, of a buying and of a selling order. */
export interface UnitsBySide {
  readonly long: Decimal;
  readonly short: Decimal;
}

/** By position fill. */
export interface UnitsAvailable {
  readonly default: UnitsBySide;
  readonly reduceFirst: UnitsBySide;
  readonly reduceOnly: UnitsBySide;
  readonly openOnly: UnitsBySide;
}

type Side = 'long' | 'short';
type Account = Pick<AccountView, 'state' | 'market'>;

const NONE: UnitsBySide = { long: ZERO, short: ZERO };

/** What `account` may order now of the instrument in `slot`; nothing while it has no price. */
export function unitsAvailable(account: Account, slot: number): UnitsAvailable {
  const { state, market } = account;
  const instrument = market.quotes.instrument(slot);
  const base = market.conversion.factors(baseCurrency(instrument));
  if (base === undefined || !market.quotes.isPriced(slot)) {
    return { default: NONE, reduceFirst: NONE, reduceOnly: NONE, openOnly: NONE };
  }
  const { marginAvailable } = valueAccount(state, market);
  const open = carriedBy(marginAvailable, account, instrument, base.mid);
  const openOnly = both(side => capped(open, account, instrument, side));
  const reduceOnly = both(side => atMost(heldAgainst(account, instrument, side), instrument));
  const reduceFirst = both(side => {
    const closed = heldAgainst(account, instrument, side);
    if (closed.isZero()) return openOnly[side];
    const margin = marginWithout(account, instrument, side);
    const opened = carriedBy(margin, account, instrument, base.mid);
    return atMost(closed.plus(capped(opened, account, instrument, side)), instrument);
  });
  return {
    default: state.config.hedging ? openOnly : reduceFirst,
    reduceFirst,
    reduceOnly,
    openOnly,
  };
}

function both(units: (side: Side) => Decimal): UnitsBySide {
  return { long: units('long'), short: units('short') };
}

/** Units whose margin is at most `margin`, home currency. */
function carriedBy(
  margin: Decimal,
  { state }: Account,
  instrument: Instrument,
  mid: Factor,
): Decimal {
  const each = factorValue(mid).times(effectiveMarginRate(state, instrument));
  return roundFloor(margin.div(each), instrument.tradeUnitsPrecision);
}

/** Units open on the side that an order of `side` would reduce, unsigned. */
function heldAgainst({ state }: Account, { name }: Instrument, side: Side): Decimal {
  return sum(sideTrades(state, name, opposite(side)).map(trade => trade.currentUnits.abs()));
}

/** The margin available once the trades that an order of `side` would reduce are closed as valued. */
function marginWithout({ state, market }: Account, { name }: Instrument, side: Side): Decimal {
  const closed = sideTrades(state, name, opposite(side));
  const ids = new Set(closed.map(({ id }) => id));
  const left = [...state.openTrades.values()].filter(({ id }) => !ids.has(id)).map(holdingOf);
  const gained = sum(
    closed.map(trade => valueHolding(state, market, holdingOf(trade)).spreadUnrealizedPL),
  );
  return valueAccount(state, market, left, state.balance.plus(gained)).marginAvailable;
}

function opposite(side: Side): Side {
  return side === 'long' ? 'short' : 'long';
}

/** No more than one order, and one position of the instrument, may have. */
function capped(units: Decimal, { state }: Account, instrument: Instrument, side: Side): Decimal {
  const largest = decimal(instrument.maximumPositionSize);
  if (largest.isZero()) return atMost(units, instrument);
  const held = sum(sideTrades(state, instrument.name, side).map(each => each.currentUnits.abs()));
  const room = largest.gt(held) ? largest.minus(held) : ZERO;
  return atMost(units.gt(room) ? room : units, instrument);
}

function atMost(units: Decimal, { maximumOrderUnits }: Instrument): Decimal {
  return units.gt(maximumOrderUnits) ? decimal(maximumOrderUnits) : units;
}
