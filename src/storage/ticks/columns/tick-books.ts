/**
 * The books of a reading: how many rows there were, which were left out for what rule, what the
 * times look like. Nothing is left out without an entry here.
 */

import type { RowFault } from '../../../core/feed/parse-tick.js';
import type { TickColumns } from '../../../core/market/tick.js';
import { type Instant, MICROS_PER_HOUR } from '../../../core/time/instant.js';

/** Rows left out for one rule. */
export interface Skipped {
  /** `field: rule`, without what the rows said. */
  readonly rule: string;
  readonly count: number;
  /** The first few lines, 1-based; empty for files without lines. */
  readonly firstLines: readonly number[];
  /** Such rows are no faults: they rightly hold no tick. */
  readonly harmless?: true;
}

/** Two ticks in a row that are far apart. */
export interface Gap {
  readonly from: Instant;
  readonly to: Instant;
}

export interface TickBooks {
  /** Rows seen, without the header, good and bad. */
  readonly rows: number;
  readonly skipped: readonly Skipped[];
  /** Rows that ran back in time and were sorted in. */
  readonly sorted: number;
  /** Times whose digits below a microsecond were cut. */
  readonly cutDigits: number;
  /** Ticks whose time equals the tick before. */
  readonly equalTimes: number;
  /** Ticks that repeat the whole tick before, time and prices. */
  readonly duplicates: number;
  /** Gaps of an hour or more. */
  readonly gaps: readonly Gap[];
}

const LINES_LISTED = 5;

/** Counts of rows left out, by rule, in order of their first occurrence. */
export class SkipList {
  readonly #entries = new Map<string, { count: number; firstLines: number[]; harmless?: true }>();

  /** @param line - 1-based; 0 for none.  @param harmless - the row is no fault. */
  add(fault: RowFault, line: number, harmless = false): void {
    const rule = `${fault.field}: ${fault.rule.replace(/, was .*$/s, '')}`;
    const entry = this.#entries.get(rule) ?? {
      count: 0,
      firstLines: [],
      ...(harmless ? { harmless } : {}),
    };
    entry.count += 1;
    if (line > 0 && entry.firstLines.length < LINES_LISTED) entry.firstLines.push(line);
    this.#entries.set(rule, entry);
  }

  list(): Skipped[] {
    return [...this.#entries].map(([rule, entry]) => ({ rule, ...entry }));
  }
}

/** What the order of ticks shows. */
export function surveyTicks(
  columns: TickColumns,
): Pick<TickBooks, 'equalTimes' | 'duplicates' | 'gaps'> {
  const { length, time, bid, ask } = columns;
  let equalTimes = 0;
  let duplicates = 0;
  for (let row = 1; row < length; row++) {
    if (time[row] !== time[row - 1]) continue;
    equalTimes += 1;
    if (bid[row] === bid[row - 1] && ask[row] === ask[row - 1]) duplicates += 1;
  }
  return { equalTimes, duplicates, gaps: findGaps(columns, MICROS_PER_HOUR) };
}

/** Every gap of at least `minimum` microseconds, in order. */
export function findGaps({ length, time }: TickColumns, minimum: number): Gap[] {
  const gaps: Gap[] = [];
  for (let row = 1; row < length; row++) {
    const from = time[row - 1] as Instant;
    const to = time[row] as Instant;
    if (to - from >= minimum) gaps.push({ from, to });
  }
  return gaps;
}
