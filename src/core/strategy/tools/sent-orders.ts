/**
 * The margin that orders take which were sent and have not taken effect yet: several orders of one
 * instant share the margin that is available. Counted are those that fill at the current quotes, at
 * the best price, as far as they open; what their closes set free is not. Source: v20 semantics
 * 4.1, 5.2, 5.5.
 */

import { type Decimal, decimal, MONEY_DIGITS, roundCeiling, ZERO } from '../../base/decimal.js';
import { commissionOf } from '../../ledger/commission.js';
import { convert } from '../../market/conversion.js';
import { baseCurrency, quoteCurrency } from '../../market/instrument.js';
import type { QuoteBoard } from '../../market/quote.js';
import type { OrderRequest } from '../../order/order.js';
import { ORDER_TYPES } from '../../order/order-types.js';
import type { SizingHost } from './sizing-host.js';

/** Returns the margin in home currency; at least 0. */
export function marginTaken(host: SizingHost, sent: readonly OrderRequest[]): Decimal {
  const held = new Map<string, Decimal>();
  let taken: Decimal = ZERO;
  for (const order of sent) {
    const slot = host.quotes.slot(order.instrument ?? '');
    if (slot === undefined || !fillsNow(host.quotes, slot, order)) continue;
    const units = decimal(order.units ?? 0);
    const { name } = host.quotes.instrument(slot);
    const before = held.get(name) ?? decimal(host.account.unitsOf(name));
    const against = isOpposite(before, units) ? least(before.abs(), units.abs()) : ZERO;
    const isReducing = order.positionFill === 'REDUCE_ONLY';
    const change = isReducing ? against : units.abs();
    held.set(name, before.plus(units.isNegative() ? change.negated() : change));
    taken = taken.plus(commissionOf(host.commission?.(host.quotes.instrument(slot)), units));
    if (isReducing) continue;
    // With hedging nothing closes: the units against the position need no margin, but are opened.
    const isHedging = host.hedging !== undefined && order.positionFill !== 'REDUCE_FIRST';
    const beyond = units.abs().minus(against);
    const needing = isHedging && host.hedging === 'ABSOLUTE_SUM' ? units.abs() : beyond;
    taken = taken.plus(costOf(host, slot, needing, isHedging ? units.abs() : beyond));
  }
  return taken;
}

/** Whether the order fills at the current quotes: a market order, or one whose price is there. */
function fillsNow(quotes: QuoteBoard, slot: number, { type, units, price }: OrderRequest): boolean {
  if (units === undefined || !quotes.isPriced(slot)) return false;
  const { trigger } = ORDER_TYPES[type];
  if (trigger === 'market') return true;
  if (price === undefined) return false;
  const buys = !decimal(units).isNegative();
  const market = buys ? quotes.askPrice(slot) : quotes.bidPrice(slot);
  if (market.eq(price)) return true;
  return trigger !== 'touch' && market.lt(price) === ((trigger === 'limit') === buys);
}

/** The margin of units that need it, and the spread: a trade is worth its closing side at once. */
function costOf(host: SizingHost, slot: number, needing: Decimal, opened: Decimal): Decimal {
  const { quotes, conversion } = host;
  const instrument = quotes.instrument(slot);
  const base = conversion.factors(baseCurrency(instrument));
  const quote = conversion.factors(quoteCurrency(instrument));
  if (base === undefined || quote === undefined) return ZERO;
  const spread = quotes.askPrice(slot).minus(quotes.bidPrice(slot));
  const margin = convert(needing.times(host.marginRate(instrument)), base.mid);
  const loss = convert(opened.times(spread), quote.spreadLoss);
  return roundCeiling(margin, MONEY_DIGITS).plus(roundCeiling(loss, MONEY_DIGITS));
}

function isOpposite(one: Decimal, other: Decimal): boolean {
  return !one.isZero() && one.isNegative() !== other.isNegative();
}

function least(one: Decimal, other: Decimal): Decimal {
  return one.lt(other) ? one : other;
}
