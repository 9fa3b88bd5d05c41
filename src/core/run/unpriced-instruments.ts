/**
 * Finds instruments that have no price when the window begins.
 */

import { type Instant, instant } from '../time/instant.js';
import type { Scenario } from './scenario.js';

/** An instrument without a price at the first instant of a window. */
export interface UnpricedInstrument {
  readonly instrument: string;
  /** When its first price comes; undefined when there is none in the window. */
  readonly firstTick: Instant | undefined;
}

/** The instruments of a market without a tick at or before the first instant of the window. */
export function unpricedInstruments({
  market,
  from,
  to,
}: Pick<Scenario, 'market' | 'from' | 'to'>): UnpricedInstrument[] {
  return market.flatMap(({ instrument: { name }, ticks }) => {
    const first = ticks?.windows[0]?.firstTime ?? Number.POSITIVE_INFINITY;
    if (first <= from) return [];
    return [{ instrument: name, firstTick: first < to ? instant(first) : undefined }];
  });
}
