/**
 * How many units of an instrument an account can still order: what its margin allows at mid prices,
 * plus the units that only close trades. The check of a fill uses the same margin, so a fill never
 * opens more. Depth, halts and locks are not included: the recorded answers do not include them
 * either, also at weekends. Source: v20 semantics 5.5 (formulas), 5.9 (recorded figure).
 */

import { type Decimal, decimal, sum, ZERO } from '../base/decimal.js';
import {
  type AccountInMarket,
  type ClosingPart,
  heldUnits,
  NO_CLOSING,
  openingRoom,
  oppositeSide,
  type Side,
} from '../ledger/margin-room.js';
import { sideTrades } from '../ledger/netting.js';
import { settledFinancing } from '../ledger/rollover/financing.js';
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

const NONE: UnitsBySide = { long: ZERO, short: ZERO };

/**
 * The units of the instrument in `slot` that `account` can order now; zeros while it has no price.
 * @param time - microseconds; financing by the second accrues up to it.
 */
export function unitsAvailable(
  account: AccountInMarket,
  slot: number,
  time: number,
): UnitsAvailable {
  const { state, market } = account;
  const instrument = market.quotes.instrument(slot);
  const opens = (side: Side, closing: ClosingPart) => openingRoom(account, slot, side, closing);
  if (opens('long', NO_CLOSING) === undefined) {
    return { default: NONE, reduceFirst: NONE, reduceOnly: NONE, openOnly: NONE };
  }
  const openOnly = both(side =>
    capped(opens(side, NO_CLOSING)?.units ?? ZERO, account, instrument, side),
  );
  const reduceOnly = both(side => atMost(heldAgainst(account, instrument, side), instrument));
  const reduceFirst = both(side => {
    const closed = heldAgainst(account, instrument, side);
    if (closed.isZero()) return openOnly[side];
    const opened = opens(side, closingOf(account, instrument, side, time))?.units ?? ZERO;
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
function heldAgainst({ state }: AccountInMarket, { name }: Instrument, side: Side): Decimal {
  return heldUnits(state, name, oppositeSide(side));
}

/** The close, at their current value, of all trades that an order of `side` would reduce. */
function closingOf(
  account: AccountInMarket,
  { name }: Instrument,
  side: Side,
  time: number,
): ClosingPart {
  const { state, market } = account;
  const closes = sideTrades(state, name, oppositeSide(side)).map(trade => ({
    trade,
    units: trade.currentUnits.negated(),
  }));
  const gains = closes.map(part => {
    const { unrealizedPL } = valueHolding(state, market, holdingOf(part.trade));
    return unrealizedPL.plus(settledFinancing(account, part, time));
  });
  return { closes, gain: sum(gains) };
}

/** The units, limited to the maximum of one order and of one position of the instrument. */
function capped(
  units: Decimal,
  { state }: AccountInMarket,
  instrument: Instrument,
  side: Side,
): Decimal {
  const largest = decimal(instrument.maximumPositionSize);
  if (largest.isZero()) return atMost(units, instrument);
  const held = heldUnits(state, instrument.name, side);
  const room = largest.gt(held) ? largest.minus(held) : ZERO;
  return atMost(units.gt(room) ? room : units, instrument);
}

function atMost(units: Decimal, { maximumOrderUnits }: Instrument): Decimal {
  return units.gt(maximumOrderUnits) ? decimal(maximumOrderUnits) : units;
}
