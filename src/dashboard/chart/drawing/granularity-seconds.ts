/** How long the buckets of a granularity are, as far as a chart has to know. Pure. */

import { GRANULARITIES, type GranularityRule } from '../../../core/candle/granularity.js';
import type { Granularity } from '../../wire/types.js';

/** Seconds of a unit; a month is as long as the longest one. */
const UNIT_SECONDS: Readonly<Record<GranularityRule['unit'], number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_678_400,
};
/** The granularities with the length of a bucket in seconds. */
export const GRANULARITY_SECONDS = Object.fromEntries(
  Object.entries<GranularityRule>(GRANULARITIES).map(([name, { unit, length }]) => [
    name,
    UNIT_SECONDS[unit] * length,
  ]),
) as Readonly<Record<Granularity, number>>;

/** Whether a text names a granularity. */
export const isGranularity = (name: string): name is Granularity =>
  Object.hasOwn(GRANULARITY_SECONDS, name);

/** The granularity in which a chart of bars begins: theirs, because within a bar prices follow a path that is assumed. */
export function widenedTo(shown: Granularity, bars: string | undefined): Granularity {
  if (bars === undefined || !isGranularity(bars)) return shown;
  return GRANULARITY_SECONDS[shown] < GRANULARITY_SECONDS[bars] ? bars : shown;
}
