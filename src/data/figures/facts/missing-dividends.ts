/**
 * Indices that were held overnight. Their price falls by the dividend on an ex-day, and the service
 * makes up for it by a DIVIDEND_ADJUSTMENT, which Orrery does not make. Source: v20 semantics 5.7.
 */

import { tradingDate } from '../../../core/time/calendar.js';
import { instant, instantOf } from '../../../core/time/instant.js';
import type { AccountRun } from '../account/account-run.js';

/** The names of the indices that an account held over a rollover, each once, in market order. */
export function heldIndices({ market, trades, to }: AccountRun): string[] {
  const dateOf = (micros: number) => tradingDate(instant(micros));
  const held = new Set(
    trades.flatMap(({ instrument, openTime, closeTime }) => {
      const end = closeTime === undefined ? to - 1 : instantOf(closeTime);
      return dateOf(instantOf(openTime)) < dateOf(end) ? [instrument] : [];
    }),
  );
  return market.flatMap(({ instrument: { name, type } }) =>
    type === 'CFD' && held.has(name) ? [name] : [],
  );
}

/** The same in words, beside a profit that lacks the dividends; undefined when there are none. */
export function dividendNote(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return `has no dividends of ${names.join(', ')}, held overnight: Orrery pays none`;
}
