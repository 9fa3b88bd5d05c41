/** What the doctor finds in a source of ticks. */

import type { TickColumns } from '../../../../core/market/tick.js';
import type { TradingHours } from '../../../../core/time/calendar.js';
import { formatRfc3339, type Instant } from '../../../../core/time/instant.js';
import type { TickBooks } from '../columns/tick-books.js';

/**
 * How grave a finding is: with a fault the file gives wrong results; with a warning it may; a note
 * is worth knowing.
 */
export type Severity = 'fault' | 'warning' | 'note';

export interface DoctorFinding {
  /** Name of the kind of finding, for programs. */
  readonly kind: string;
  readonly severity: Severity;
  /** One or two sentences for people. */
  readonly says: string;
  /** How many ticks, days or places it is about. */
  readonly count: number;
}

/** What the doctor looks at. */
export interface DoctorInput {
  /** Ticks in order of time, crossed quotes and bad rows left out. */
  readonly columns: TickColumns;
  readonly books: TickBooks;
  readonly hours: TradingHours;
  /** Whether the ticks were made from bars. */
  readonly synthetic: boolean;
}

const LISTED = 5;

/** The first few of `items` as text, and how many more there are. */
export function listed(items: readonly string[]): string {
  const more = items.length - LISTED;
  return items.slice(0, LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** `2024-03-05 10:00:00`, in UTC. */
export function shortTime(at: number): string {
  return formatRfc3339(at as Instant)
    .slice(0, 19)
    .replace('T', ' ');
}

/** `1 day`, `2 days`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A share as a percentage with one decimal. */
export function percent(part: number, whole: number): string {
  return `${((part / whole) * 100).toFixed(1)} %`;
}
