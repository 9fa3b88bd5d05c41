/**
 * How many units of an instrument an account can still order: what its margin allows at mid prices,
 * plus the units that only close trades. The check of a fill uses the same margin, so a fill never
 * opens more. Depth, halts and locks are not included: the recorded answers do not include them
 * either, also at weekends. Source: v20 semantics 5.5 (formulas), 5.9 (recorded figure).
 */

import { type Decimal, decimal, sum, ZERO } from '../base/decimal.js';
import { type Account, marginAfterClosing, unitsCarried } from '../ledger/margin-room.js';
import { sideTrades } from '../ledger/netting.js';
import { holdingOf, valueHolding } from '../ledger/valuation.js';
import type { Instrument } from '../market/instrument.js';

/** Unsigned units of a buying order (`long`) and of a selling order (`short`). */
export interface UnitsBySide {
  /** Units that a buying order may have; at least 0. */
  readonly long: Decimal;
  readonly short: Decimal;
}

/** The units available for each position fill. */
export interface UnitsAvailable {
  readonly default: UnitsBySide;
  readonly reduceFirst: UnitsBySide;
  readonly reduceOnly: UnitsBySide;
  readonly openOnly: UnitsBySide;
}

type Side = 'long' | 'short';

const NONE: UnitsBySide = { long: ZERO, short: ZERO };

/**
 * The units of the instrument in `slot` that `account` can order now; zeros while it has no price.
 */
export function unitsAvailable(account: Account, slot: number): UnitsAvailable {
  const { state, market } = account;
  const instrument = market.quotes.instrument(slot);
  const open = unitsCarried(account, slot, marginAfterClosing(account, [], ZERO));
  if (open === undefined) {
    return { default: NONE, reduceFirst: NONE, reduceOnly: NONE, openOnly: NONE };
  }
  const openOnly = both(side => capped(open, account, instrument, side));
  const reduceOnly = both(side => atMost(heldAgainst(account, instrument, side), instrument));
  const reduceFirst = both(side => {
    const closed = heldAgainst(account, instrument, side);
    if (closed.isZero()) return openOnly[side];
    const opened = unitsCarried(account, slot, marginWithout(account, instrument, side)) ?? ZERO;
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

/** Open units on the side that an order of `side` would reduce, unsigned. */
function heldAgainst({ state }: Account, { name }: Instrument, side: Side): Decimal {
  return sum(sideTrades(state, name, opposite(side)).map(trade => trade.currentUnits.abs()));
}

/**
 * The margin available, in home currency, after the trades that an order of `side` would reduce are
 * closed at their current value.
 */
function marginWithout(account: Account, { name }: Instrument, side: Side): Decimal {
  const { state, market } = account;
  const closes = sideTrades(state, name, opposite(side)).map(trade => ({
    trade,
    units: trade.currentUnits.negated(),
  }));
  const pl = sum(
    closes.map(({ trade }) => valueHolding(state, market, holdingOf(trade)).unrealizedPL),
  );
  return marginAfterClosing(account, closes, pl);
}

function opposite(side: Side): Side {
  return side === 'long' ? 'short' : 'long';
}

/** The units, limited to the maximum of one order and of one position of the instrument. */
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
