/**
 * Caps on what a fill may build up: position size, number of trades, position value, margin.
 * Fills that only reduce pass them all. Source: v20 semantics 3.5, 5.5; decision 0007.
 */

import { type Decimal, decimal, sum } from '../../base/decimal.js';
import type { AccountState } from '../../ledger/account.js';
import { type NettingPlan, sideTrades } from '../../ledger/netting.js';
import {
  type AccountMarket,
  type Holding,
  type Valuation,
  valueAccount,
} from '../../ledger/valuation.js';
import type { Instrument } from '../../market/instrument.js';
import type { OrderCancelReason } from '../../order/reasons.js';

/** What a fill would do to an account, as far as its caps and its margin care. */
export interface FillEffect {
  readonly instrument: Instrument;
  readonly netting: NettingPlan;
  readonly price: Decimal;
  /** After the fill. */
  readonly balance: Decimal;
}

/** An account and the market as it sees it. */
export interface Exposed {
  readonly state: AccountState;
  readonly market: AccountMarket;
}

/** The first cap that the fill would pass, margin aside; undefined when none. */
export function exposureRefusal(
  account: Exposed,
  effect: FillEffect,
): OrderCancelReason | undefined {
  const { openUnits, closes } = effect.netting;
  if (openUnits.isZero()) return undefined;
  const { state } = account;
  const { instrument } = effect;
  const side = openUnits.isNegative() ? 'short' : 'long';
  const held = sum(sideTrades(state, instrument.name, side).map(trade => trade.currentUnits));
  const largest = decimal(instrument.maximumPositionSize);
  if (largest.gt(0) && held.plus(openUnits).abs().gt(largest)) return 'POSITION_SIZE_EXCEEDED';
  const closed = closes.filter(({ trade, units }) => trade.currentUnits.plus(units).isZero());
  if (state.openTrades.size - closed.length + 1 > state.config.maximumOpenTrades) {
    return 'OPEN_TRADES_ALLOWED_EXCEEDED';
  }
  const limit = state.config.maximumPositionValue;
  if (limit !== undefined && valueAfter(account, effect).positionValue.gt(limit)) {
    return 'ACCOUNT_POSITION_VALUE_LIMIT_EXCEEDED';
  }
  return undefined;
}

/** What the margin check says of a fill, and the margin room that would be left after it. */
export interface MarginVerdict {
  readonly refusal: OrderCancelReason | undefined;
  readonly room: Decimal;
}

/** INSUFFICIENT_MARGIN when the fill adds margin that the account after it could not carry. */
export function judgeMargin(account: Exposed, effect: FillEffect): MarginVerdict {
  const after = valueAfter(account, effect);
  const room = after.marginRoom;
  if (effect.netting.openUnits.isZero() || room.gte(0)) return { refusal: undefined, room };
  const before = valueAccount(account.state, account.market);
  const adds = after.marginUsed.gt(before.marginUsed);
  return { refusal: adds ? 'INSUFFICIENT_MARGIN' : undefined, room };
}

/** The account as it would stand once the whole fill had happened, at the current quotes. */
function valueAfter({ state, market }: Exposed, effect: FillEffect): Valuation {
  const { closes, openUnits } = effect.netting;
  const parts = new Map(closes.map(({ trade, units }) => [trade.id, units]));
  const held: Holding[] = [];
  for (const trade of state.openTrades.values()) {
    const part = parts.get(trade.id);
    const units = part === undefined ? trade.currentUnits : trade.currentUnits.plus(part);
    if (!units.isZero()) held.push({ instrument: trade.instrument, units, price: trade.price });
  }
  if (!openUnits.isZero()) {
    held.push({ instrument: effect.instrument.name, units: openUnits, price: effect.price });
  }
  return valueAccount(state, market, held, effect.balance);
}
