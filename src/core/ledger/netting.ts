/**
 * How a fill treats open trades: which trades it closes or reduces, and how many units it opens.
 * First in, first out. Source: v20 semantics 4.6; invariant I18.
 */

import { type Decimal, ZERO } from '../base/decimal.js';
import type { OrderPositionFill } from '../order/order.js';
import type { AccountState, TradeRecord } from './account.js';
import { appended, mustTrade } from './account-records.js';

/**
 * A part of a trade to close. `units` have the sign of the fill, which is opposite to the trade.
 */
export interface ClosePart {
  readonly trade: TradeRecord;
  readonly units: Decimal;
}

/** What a fill closes and opens. */
export interface NettingPlan {
  readonly closes: readonly ClosePart[];
  /** Signed units of the new trade; zero when the fill opens none. */
  readonly openUnits: Decimal;
  /** Signed units of all of them. */
  readonly units: Decimal;
}

const NO_CLOSES: readonly ClosePart[] = [];
const NO_TRADES: readonly TradeRecord[] = [];
const NOTHING: NettingPlan = { closes: NO_CLOSES, openUnits: ZERO, units: ZERO };

/** Open trades on one side of an instrument, oldest first. */
export function sideTrades(
  state: AccountState,
  instrument: string,
  side: 'long' | 'short',
): readonly TradeRecord[] {
  const ids = state.positions.get(instrument)?.[side].tradeIDs;
  if (ids === undefined || ids.length === 0) return NO_TRADES;
  let trades: TradeRecord[] | undefined;
  for (const id of ids) trades = appended(trades, mustTrade(state, id));
  return trades ?? NO_TRADES;
}

/** Open trades that a fill of `units` would reduce, oldest first. */
export function oppositeTrades(
  state: AccountState,
  instrument: string,
  units: Decimal,
): readonly TradeRecord[] {
  return sideTrades(state, instrument, units.isNegative() ? 'long' : 'short');
}

/**
 * Plans a fill of signed `units` under `positionFill`. REDUCE_ONLY drops units that no trade
 * absorbs.
 */
export function planNetting(
  state: AccountState,
  instrument: string,
  units: Decimal,
  positionFill: OrderPositionFill,
): NettingPlan {
  const opens =
    positionFill === 'OPEN_ONLY' || (positionFill === 'DEFAULT' && state.config.hedging);
  if (opens) return { closes: NO_CLOSES, openUnits: units, units };
  const trades = oppositeTrades(state, instrument, units);
  const reduces = positionFill === 'REDUCE_ONLY';
  if (trades.length === 0) {
    return reduces ? NOTHING : { closes: NO_CLOSES, openUnits: units, units };
  }
  let closes: ClosePart[] | undefined;
  let left = units;
  for (const trade of trades) {
    if (left.isZero()) break;
    const whole = trade.currentUnits.negated();
    const part = left.abs().lt(whole.abs()) ? left : whole;
    closes = appended(closes, { trade, units: part });
    left = left.minus(part);
  }
  return reduces
    ? { closes: closes ?? NO_CLOSES, openUnits: ZERO, units: units.minus(left) }
    : { closes: closes ?? NO_CLOSES, openUnits: left, units };
}

/** Plans the close of one trade or of a part of it, whatever its age. */
export function planTradeClose(trade: TradeRecord, units: Decimal): NettingPlan {
  return { closes: [{ trade, units }], openUnits: ZERO, units };
}
