/**
 * How long bars are. A bar of a v20 granularity that starts where v20 starts one ends where v20 ends
 * it; every other bar has its nominal length. MetaTrader's names (D1, W1, MN1) and lengths that v20
 * does not have (S1, M3) are known too.
 */

import { bucketEnd, bucketStart, DEFAULT_ALIGNMENT } from '../../../../core/candle/alignment.js';
import {
  GRANULARITIES,
  type Granularity,
  isGranularity,
} from '../../../../core/candle/granularity.js';
import {
  type Instant,
  instant,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  MICROS_PER_SECOND,
} from '../../../../core/time/instant.js';

/** The length of the bars of a file. */
export interface BarLength {
  readonly name: string;
  /** The end (exclusive) of the bar that starts at `start`. */
  end(start: Instant): Instant;
}

/** A length counts whole units and divides the next larger unit. */
const UNITS = {
  S: { unit: MICROS_PER_SECOND, whole: 60 },
  M: { unit: MICROS_PER_MINUTE, whole: 60 },
  H: { unit: MICROS_PER_HOUR, whole: 24 },
} as const;
const NOMINAL = {
  second: MICROS_PER_SECOND,
  minute: MICROS_PER_MINUTE,
  hour: MICROS_PER_HOUR,
  day: MICROS_PER_DAY,
  week: 7 * MICROS_PER_DAY,
  month: 28 * MICROS_PER_DAY,
} as const;
const LENGTH = /^([SMH])([1-9]\d?)$/;
const METATRADER: Readonly<Record<string, Granularity>> = { D1: 'D', W1: 'W', MN: 'M', MN1: 'M' };

/** The length with that name, in any case of its letters; undefined for an unknown name. */
export function barLength(named: string): BarLength | undefined {
  const upper = named.toUpperCase();
  const name = METATRADER[upper] ?? upper;
  if (isGranularity(name)) return ofGranularity(name);
  const [, letter, count] = LENGTH.exec(name) ?? [];
  if (letter === undefined) return undefined;
  const { unit: micros, whole } = UNITS[letter as keyof typeof UNITS];
  if (whole % Number(count) !== 0) return undefined;
  const length = micros * Number(count);
  return { name, end: start => instant(start + length) };
}

function ofGranularity(name: Granularity): BarLength {
  const { unit, length } = GRANULARITIES[name];
  const nominal = NOMINAL[unit] * length;
  return {
    name,
    end: start =>
      bucketStart(start, name, DEFAULT_ALIGNMENT) === start
        ? bucketEnd(start, name, DEFAULT_ALIGNMENT)
        : instant(start + nominal),
  };
}
