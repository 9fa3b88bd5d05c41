/**
 * The books of a reading: how many rows there were, which rows were left out and by which rule, and
 * what was found about the times. Every row that is left out has an entry here.
 */

import type { RowFault } from '../../../../core/feed/parse-tick.js';
import type { TickColumns } from '../../../../core/market/tick.js';
import { type Instant, MICROS_PER_HOUR } from '../../../../core/time/instant.js';

/** Rows that were left out by one rule. */
export interface SkippedRows {
  /** The rule as `field: rule`, without the text of the rows. */
  readonly rule: string;
  readonly count: number;
  /** Line numbers of the first few rows, from 1; empty for files without lines. */
  readonly firstLines: readonly number[];
  /** True when these rows are no faults, because they rightly contain no tick. */
  readonly harmless?: true;
}

/** Two consecutive ticks that are far apart. */
export interface Gap {
  readonly from: Instant;
  readonly to: Instant;
}

export interface TickBooks {
  /** Rows read, without the header, good and bad. */
  readonly rows: number;
  readonly skipped: readonly SkippedRows[];
  /** Rows that ran back in time and were sorted into place. */
  readonly sorted: number;
  /** Times whose digits below a microsecond were cut. */
  readonly cutDigits: number;
  /** Ticks with the same time as the tick before. */
  readonly equalTimes: number;
  /** Ticks with the same time and prices as the tick before. */
  readonly duplicates: number;
  /** Gaps of an hour or more. */
  readonly gaps: readonly Gap[];
}

const LINES_LISTED = 5;

/**
 * Owns the counts of rows that were left out, by rule, in the order in which each rule first
 * applied. `add` raises one.
 */
export class SkipList {
  readonly #entries = new Map<string, { count: number; firstLines: number[]; harmless?: true }>();

  /** @param line - from 1; 0 for none. @param harmless - the row is no fault. */
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

  list(): SkippedRows[] {
    return [...this.#entries].map(([rule, entry]) => ({ rule, ...entry }));
  }
}

/** Counts equal times, duplicates and gaps. */
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
