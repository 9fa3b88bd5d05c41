/**
 * A summary of the gaps in a tick file: their number, their total length and the longest few. All
 * gaps are listed only on request, because a file of hourly ticks has a gap after every tick.
 */

import { formatRfc3339, MICROS_PER_SECOND } from '../../../core/time/instant.js';
import type { Gap } from '../../../data/storage/ticks/columns/tick-books.js';

/** A gap in the output; times are RFC 3339. */
interface ToldGap {
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
}

export interface GapSummary {
  readonly count: number;
  /** Total length of all gaps, in seconds. */
  readonly seconds: number;
  /** The longest gaps, at most five, longest first; among equals the earlier first. */
  readonly longest: readonly ToldGap[];
  /** Every gap in order of time, if requested. */
  readonly all?: readonly ToldGap[];
}

const TOLD = 5;

/** Sums up gaps. @param withAll - also lists every gap. */
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
