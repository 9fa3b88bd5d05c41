/** How old the prices were on which a client traded at the market, by the ledger of its account. */

import type { Transaction } from '../../../core/ledger/transaction.js';
import { instantOf, MICROS_PER_SECOND } from '../../../core/time/instant.js';

/** Prices of this age are those of a quiet market; older ones say nothing about the present. */
export const FRESH_SECONDS = 120;

/** A trade that was opened at the market. */
export interface Entry {
  /** RFC 3339. */
  readonly time: string;
  readonly instrument: string;
  /** Age of the quote: seconds. */
  readonly ageSeconds: number;
}

/** The entry at the oldest price; undefined when nothing was opened at the market. */
export function stalestEntry(ledger: readonly Transaction[]): Entry | undefined {
  let found: Entry | undefined;
  for (const each of ledger) {
    if (each.type !== 'ORDER_FILL' || each.reason !== 'MARKET_ORDER') continue;
    if (each.tradeOpened === undefined) continue;
    const { time, instrument, fullPrice } = each;
    const ageSeconds = (instantOf(time) - instantOf(fullPrice.timestamp)) / MICROS_PER_SECOND;
    if (found === undefined || ageSeconds > found.ageSeconds) {
      found = { time, instrument, ageSeconds };
    }
  }
  return found;
}
