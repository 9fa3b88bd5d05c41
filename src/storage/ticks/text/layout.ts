/**
 * What a tick layout is: where a row's time, bid and ask stand and how its time is read. One file
 * a layout; the table is layouts.ts. A layout reads no price: the rules of prices are one for all.
 * Source: the publishers' own exports, as each layout's comment says.
 */

import { RowFault } from '../../../core/feed/parse-tick.js';
import type { Instant } from '../../../core/time/instant.js';

export type TimeUnit = 's' | 'ms' | 'us';

/** A time stamp as read. */
export interface ReadTime {
  readonly at: Instant;
  /** Whether digits below a microsecond were cut. */
  readonly cut: boolean;
}

export interface LayoutContext {
  /** IANA zone of local times, for layouts whose files do not say. */
  readonly timeZone: string | undefined;
  /** Unit of epochs, where the file's own digits should not decide. */
  readonly timeUnit: TimeUnit | undefined;
}

/** How the rows of one file are read: positions of cells, counted from 0. */
export interface RowPlan {
  /** The numbers of cells that a row may have. */
  readonly widths: readonly number[];
  readonly time: number;
  readonly bid: number;
  readonly ask: number;
  readonly bidVolume?: number;
  readonly askVolume?: number;
  /** Volumes are units, or millions of units. */
  readonly volumeScale: 1 | 1_000_000;
  /** Prices may carry float noise and are rounded to the instrument's precision. */
  readonly snap: boolean;
  /** Whether an empty side means "unchanged" instead of a fault. */
  readonly oneSided: boolean;
  /** Reads the time of a row of an accepted width. @throws RowFault */
  readTime(row: readonly string[]): ReadTime;
}

export interface Layout {
  readonly name: string;
  readonly delimiter: ',' | ';' | '\t' | '|' | ' ';
  /** Whether the first line names columns; `optional`: only when it looks like names. */
  readonly header: 'always' | 'never' | 'optional';
  /** Whether a first row, as cells, is this layout's: its header, or its first tick. */
  matches(first: readonly string[]): boolean;
  /**
   * @param first - the header's cells, lower case, or the first row where there is no header.
   * @throws RowFault when the header or the context does not do.
   */
  plan(first: readonly string[], context: LayoutContext): RowPlan;
}

/** Where the cells of a header stand that has to be one of `known` (comma-joined, lower case). */
export function checkedHeader(first: readonly string[], known: readonly string[]): void {
  if (known.includes(first.join(','))) return;
  throw new RowFault('header', `must be ${known.join(' or ')}, was ${first.join(',')}`);
}

/** Positions of the two volumes, when a row of `width` cells has both. */
export function volumesAt(
  width: number,
  bidVolume: number,
  askVolume: number,
): { readonly bidVolume?: number; readonly askVolume?: number } {
  return bidVolume < width && askVolume < width ? { bidVolume, askVolume } : {};
}
