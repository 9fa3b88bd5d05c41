/** How often a client went in and out of a market, which shows whether it follows signals. */

import { decimal, ZERO } from '../../../core/base/decimal.js';
import type { Transaction } from '../../../core/ledger/transaction.js';

/**
 * How often each instrument was bought after it had been sold, or sold after it had been bought; instruments
 * without fills are left out. @param ledger - of one account, oldest first.
 */
export function turns(ledger: readonly Transaction[]): ReadonlyMap<string, number> {
  const found = new Map<string, { readonly isBuy: boolean; readonly turns: number }>();
  for (const each of ledger) {
    if (each.type !== 'ORDER_FILL') continue;
    const isBuy = decimal(each.units).gt(ZERO);
    const before = found.get(each.instrument) ?? { isBuy, turns: 0 };
    const more = before.isBuy === isBuy ? 0 : 1;
    found.set(each.instrument, { isBuy, turns: before.turns + more });
  }
  return new Map(Array.from(found, ([instrument, one]) => [instrument, one.turns]));
}
