/**
 * On which day of trading the price of an instrument falls by a dividend, and by how much. Days are New
 * York dates, counted in days since 1970. Source: v20 semantics 5.10.
 */

import { countWhile } from '../base/bisect.js';
import type { Instrument } from './instrument.js';

/** The dividend of the ex-day `day`, in quote currency per unit; undefined when it is no ex-day. */
export function dividendOn({ dividends = [] }: Instrument, day: number): string | undefined {
  const before = countWhile(dividends.length, at => (dividends[at]?.exDate ?? day) < day);
  const next = dividends[before];
  return next?.exDate === day ? next.amount : undefined;
}
