/**
 * When a child may start: a bot asks for prices at once, and before the first tick there are none.
 */

import type { Scenario } from '../../core/run/scenario.js';
import { unpricedInstruments } from '../../core/run/unpriced-instruments.js';
import { type Instant, instant, MICROS_PER_HOUR } from '../../core/time/instant.js';

/**
 * The instant at which the market is quoted: the last of the first ticks that come within an hour of
 * the earliest. Instruments that are quoted from the start, or much later, are not waited for.
 */
export function firstQuotes(scenario: Pick<Scenario, 'market' | 'from' | 'to'>): Instant {
  const unpriced = unpricedInstruments(scenario);
  const firsts = unpriced.flatMap(({ firstTick }) => firstTick ?? []);
  const isQuoted = unpriced.length < scenario.market.length;
  const earliest = isQuoted ? scenario.from : Math.min(...firsts);
  const near = firsts.filter(first => first <= earliest + MICROS_PER_HOUR);
  return instant(Math.max(scenario.from, ...near));
}
