/**
 * Defines what a layout of bars is: where a row has its time, prices, spread and volume. Each layout
 * has one file; read/layouts.ts has the table. What the prices mean is decided in bars/settle-bars.ts.
 * Source: the publishers' own exports, as each layout's comment says.
 */

import type { FourValues } from '../bars/four-prices.js';
import type { BarSource } from '../bars/settle-bars.js';
import type { Layout, LayoutContext, ReadTime } from '../text/layout.js';

/** Positions of open, high, low and close. */
export type PriceCells = FourValues<number>;

/** How to read the rows of one file; positions of cells count from 0. */
export interface BarPlan {
  /** The numbers of cells that a row may have. */
  readonly widths: readonly number[];
  /** What the file has and states; its path is added by the reader. */
  readonly source: Omit<BarSource, 'path' | 'sides' | 'hasSpread'>;
  readonly prices: PriceCells | { readonly bid: PriceCells; readonly ask: PriceCells };
  readonly spread?: number;
  /** Absent where the layout has no volume, or one that counts something else. */
  readonly volume?: number;
  /** Reads the start of a bar from a row with an accepted number of cells. @throws RowFault */
  readTime(row: readonly string[]): ReadTime;
}

/** What distinguishes layouts whose rows look alike. */
export interface BarHints {
  /** Name of the file, without its folders. */
  readonly name: string;
  readonly timeZone: string | undefined;
}

export interface BarLayout {
  readonly name: string;
  readonly delimiter: Layout['delimiter'];
  /** Whether the first line names columns. */
  readonly header: 'always' | 'never';
  /** What distinguishes it from layouts that look alike, for messages. */
  readonly about?: string;
  /** Whether the cells of a first row match this layout, as its header or its first bar. */
  matches(first: readonly string[], hints: BarHints): boolean;
  /**
   * The plan of a file.
   * @param first - the header's cells in lower case, or the first row where there is no header.
   * @throws RowFault for an unsuitable header or context.
   */
  plan(first: readonly string[], context: LayoutContext): BarPlan;
}
