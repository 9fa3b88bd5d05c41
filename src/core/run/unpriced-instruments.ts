/**
 * Finds instruments that have no price when the window begins.
 */

import type { MarketEntry } from '../engine/state/market-entry.js';
import { FeedMerge } from '../feed/merge.js';
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
  return market.flatMap(entry => {
    const first = firstKnown(entry, from);
    if (first <= from) return [];
    const { name } = entry.instrument;
    return [{ instrument: name, firstTick: first < to ? instant(first) : undefined }];
  });
}

/** Time of the first tick that is known, in microseconds; Infinity when there is none. */
function firstKnown({ ticks, history }: MarketEntry, from: Instant): number {
  const windows = ticks?.windows ?? [];
  if (history === 'none') return new FeedMerge([windows], from).peekTime();
  const [first] = [...(history?.windows ?? []), ...windows];
  return first?.firstTime ?? Number.POSITIVE_INFINITY;
}
