/**
 * Defines what a tick layout is: the columns of time, bid and ask, and how a time is read. Each
 * layout has one file; layouts.ts has the table. A layout reads no prices, because the rules of
 * prices are the same for all layouts.
 * Source: the publishers' own exports, as each layout's comment says.
 */

import { RowFault } from '../../../../core/feed/parse-tick.js';
import type { Instant } from '../../../../core/time/instant.js';
import type { SlashDates } from './slash-dates.js';

/** Units of epochs. */
export const TIME_UNITS = ['s', 'ms', 'us', 'ns'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/** A time stamp that was read. */
export interface ReadTime {
  readonly at: Instant;
  /** Whether digits below a microsecond were cut. */
  readonly cut: boolean;
}

export interface LayoutContext {
  /** IANA zone of local times, for layouts whose files do not state one. */
  readonly timeZone: string | undefined;
  /** Unit of epochs, when the digits in the file must not decide. */
  readonly timeUnit: TimeUnit | undefined;
  /** Dates whose day or month may come first, in all files of one reading. */
  readonly dates?: SlashDates;
}

/** Positions of the marks of ticks that were made from bars. */
export interface MarkCells {
  /** 1 where the row ends a leg, 0 where it is a jump. */
  readonly leg: number;
  /** How many prices of the market the row stands for. */
  readonly prices?: number;
  /** How the ticks from this row on were made; empty: as the row before. */
  readonly bars: number;
}

/** How to read the rows of one file; positions of cells count from 0. */
export interface RowPlan {
  /** The numbers of cells that a row may have. */
  readonly widths: readonly number[];
  readonly time: number;
  readonly bid: number;
  readonly ask: number;
  readonly bidVolume?: number;
  readonly askVolume?: number;
  /** Columns of ticks that were made from bars (bars/bar-marks.ts). */
  readonly marks?: MarkCells;
  /** Factor from a volume in the file to units. */
  readonly volumeScale: 1 | 1_000_000;
  /** Whether prices may have float noise and are rounded to the instrument's precision. */
  readonly snap: boolean;
  /** Whether an empty side means "unchanged"; otherwise it is a fault. */
  readonly oneSided: boolean;
  /** Reads the time of a row that has an accepted number of cells. @throws RowFault */
  readTime(row: readonly string[]): ReadTime;
}

export interface Layout {
  readonly name: string;
  readonly delimiter: ',' | ';' | '\t' | '|' | ' ';
  /** Whether the first line names columns; with `optional`, only if it looks like names. */
  readonly header: 'always' | 'never' | 'optional';
  /** Whether the cells of a first row match this layout, as its header or its first tick. */
  matches(first: readonly string[]): boolean;
  /**
   * The plan of a file.
   * @param first - the header's cells in lower case, or the first row where there is no header.
   * @throws RowFault for an unsuitable header or context.
   */
  plan(first: readonly string[], context: LayoutContext): RowPlan;
}

/** Positions of the cells of a header, which must be one of `known` (comma-joined, lower case). */
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

/** Where a header has the marks of ticks that were made from bars; nothing where it has none. */
export function marksIn(names: readonly string[]): Pick<RowPlan, 'marks'> {
  const [leg, prices, bars] = ['leg', 'prices', 'bars'].map(name => names.indexOf(name));
  if (leg === undefined || bars === undefined || leg < 0 || bars < 0) return {};
  const marks = { leg, bars };
  return { marks: prices === undefined || prices < 0 ? marks : { ...marks, prices } };
}
