/**
 * How far a client went into a market: its position at the end, and the most units that it held or
 * had on order in one direction. Orders that only reduce (dependent orders) do not count.
 */

import { type Decimal, decimal, ZERO } from '../../../core/base/decimal.js';
import type { PendingEntryOrderBody } from '../../../core/ledger/order-transaction.js';
import type { Transaction } from '../../../core/ledger/transaction.js';

/** Units of one instrument. */
export interface Exposure {
  /** The position at the end; negative is short. */
  readonly position: Decimal;
  /** The most units long, and short (above 0), at any time: held and on order. */
  readonly long: Decimal;
  readonly short: Decimal;
}

const NOTHING: Exposure = { position: ZERO, long: ZERO, short: ZERO };

interface WaitingUnits {
  readonly instrument: string;
  readonly units: Decimal;
}

/** The exposures of an account by instrument. @param ledger - of that account, oldest first. */
export function exposures(ledger: readonly Transaction[]): ReadonlyMap<string, Exposure> {
  const found = new Map<string, Exposure>();
  const waiting = new Map<string, WaitingUnits>();
  for (const each of ledger) {
    const instrument = take(each, waiting, found);
    if (instrument !== undefined) found.set(instrument, grown(instrument, found, waiting));
  }
  return found;
}

/** The exposure of an instrument; none when it was never traded. */
export function exposureOf(found: ReadonlyMap<string, Exposure>, instrument: string): Exposure {
  return found.get(instrument) ?? NOTHING;
}

/** Takes a transaction. @returns the instrument whose exposure it changed. */
function take(
  each: Transaction,
  waiting: Map<string, WaitingUnits>,
  found: Map<string, Exposure>,
): string | undefined {
  if (each.type === 'ORDER_FILL') {
    waiting.delete(each.orderID);
    const before = exposureOf(found, each.instrument);
    const position = before.position.plus(decimal(each.units));
    found.set(each.instrument, { ...before, position });
    return each.instrument;
  }
  if (each.type === 'ORDER_CANCEL') waiting.delete(each.orderID);
  if (!isEntry(each)) return undefined;
  const { instrument, units } = each;
  waiting.set(each.id, { instrument, units: decimal(units) });
  return instrument;
}

/** Whether it makes an order that waits, and opens or closes a position when it fills. */
function isEntry(each: Transaction): each is Extract<Transaction, PendingEntryOrderBody> {
  const { type } = each;
  return type === 'LIMIT_ORDER' || type === 'STOP_ORDER' || type === 'MARKET_IF_TOUCHED_ORDER';
}

function grown(
  instrument: string,
  found: ReadonlyMap<string, Exposure>,
  waiting: ReadonlyMap<string, WaitingUnits>,
): Exposure {
  const before = exposureOf(found, instrument);
  let long = larger(before.position, ZERO);
  let short = larger(before.position.negated(), ZERO);
  for (const order of waiting.values()) {
    if (order.instrument !== instrument) continue;
    if (order.units.gt(ZERO)) long = long.plus(order.units);
    else short = short.plus(order.units.negated());
  }
  return { ...before, long: larger(before.long, long), short: larger(before.short, short) };
}

function larger(a: Decimal, b: Decimal): Decimal {
  return a.gt(b) ? a : b;
}
