/**
 * Indices that were held overnight and whose dividends are not known. Their price falls by the dividend on
 * an ex-day, and without a file of dividends nothing makes up for it. Source: v20 semantics 5.10.
 */

import { tradingDate } from '../../../core/time/calendar.js';
import { instant, instantOf } from '../../../core/time/instant.js';
import type { AccountRun } from '../account/account-run.js';

/** Indices of total return, which contain their dividends, and do not fall on an ex-day. */
const OF_TOTAL_RETURN: ReadonlySet<string> = new Set(['DE30_EUR']);

/**
 * The names of the indices without dividends that an account held over a rollover, each once, in market
 * order.
 */
export function indicesWithout({ market, trades, to }: AccountRun): string[] {
  const dateOf = (micros: number) => tradingDate(instant(micros));
  const held = new Set(
    trades.flatMap(({ instrument, openTime, closeTime }) => {
      const end = closeTime === undefined ? to - 1 : instantOf(closeTime);
      return dateOf(instantOf(openTime)) < dateOf(end) ? [instrument] : [];
    }),
  );
  return market.flatMap(({ instrument: { name, plain, type, dividends } }) => {
    const falls = type === 'CFD' && !OF_TOTAL_RETURN.has(plain?.name ?? name);
    return falls && dividends === undefined && held.has(name) ? [name] : [];
  });
}

/** The same in words, beside a profit that lacks the dividends; undefined when there are none. */
export function dividendNote(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return `has no dividends of ${names.join(', ')}, held overnight: the scenario names no file of them`;
}
