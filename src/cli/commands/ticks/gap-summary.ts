/**
 * What is told of the gaps in a tick file: their number, their length and the longest few. All of
 * them only when they are asked for: an hourly file has one behind every tick.
 */

import { formatRfc3339, MICROS_PER_SECOND } from '../../../core/time/instant.js';
import type { Gap } from '../../../storage/ticks/columns/tick-books.js';

/** A gap as it is told: RFC 3339 times. */
interface ToldGap {
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
}

export interface GapSummary {
  readonly count: number;
  /** Of all gaps together. */
  readonly seconds: number;
  /** At most five, the longest first, the earlier first among equals. */
  readonly longest: readonly ToldGap[];
  /** Every one in order of time, when that was asked for. */
  readonly all?: readonly ToldGap[];
}

const TOLD = 5;

/** Sums up gaps. @param withAll - lists every one too. */
export function gapSummary(gaps: readonly Gap[], withAll: boolean): GapSummary {
  const length = ({ from, to }: Gap) => to - from;
  const longest = gaps.toSorted((a, b) => length(b) - length(a) || a.from - b.from);
  return {
    count: gaps.length,
    seconds: gaps.reduce((sum, gap) => sum + length(gap), 0) / MICROS_PER_SECOND,
    longest: longest.slice(0, TOLD).map(told),
    ...(withAll ? { all: gaps.map(told) } : {}),
  };
}

function told({ from, to }: Gap): ToldGap {
  return {
    from: formatRfc3339(from),
    to: formatRfc3339(to),
    seconds: (to - from) / MICROS_PER_SECOND,
  };
}

/** The summary as lines for people. */
export function gapLines({ count, seconds, longest, all }: GapSummary): string[] {
  if (count === 0) return ['none'];
  const line = (gap: ToldGap) => `${gap.from} to ${gap.to}, ${gap.seconds} s`;
  const listed = all ?? longest;
  const which = listed.length === count ? '' : `; the longest ${listed.length}:`;
  return [`${count}, ${seconds} s in all${which}`, ...listed.map(line)];
}
