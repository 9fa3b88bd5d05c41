/**
 * What a tick layout is: how a file's rows become time, bid and ask. One file a layout; the table
 * is layouts.ts. Source: conventions of the publishers, as the layouts' own comments say.
 */

import type { Instant } from '../../core/time/instant.js';

/** A row as text, before prices are checked. */
export interface RawTick {
  readonly at: Instant;
  /** Whether digits below a microsecond were cut. */
  readonly cut: boolean;
  /** Undefined: this side did not change (one-sided rows). */
  readonly bid: string | undefined;
  readonly ask: string | undefined;
  readonly bidVolume?: string;
  readonly askVolume?: string;
}

export interface LayoutContext {
  /** Zone of local times, for layouts whose files do not say. */
  readonly timeZone: string | undefined;
  readonly timeUnit: TimeUnit | undefined;
  /** File name, for layouts that keep the date there. */
  readonly fileName: string;
}

export type TimeUnit = 's' | 'ms' | 'us';

/** Reads one row. @throws RowFault */
export type RowReader = (row: readonly string[]) => RawTick;

export interface Layout {
  readonly name: string;
  readonly delimiter: string;
  /** Whether the first line names columns. */
  readonly header: boolean;
  /** Volumes are units, or millions of units. */
  readonly volumeScale: 1 | 1_000_000;
  /** Prices may carry float noise and are rounded to the instrument's precision. */
  readonly snap: boolean;
  /** Whether the first row of a file looks like this layout's (its header, or its first tick). */
  matches(first: readonly string[], line: string): boolean;
  /** @param header - the header's cells, lower case, or the first row where there is no header. */
  reader(header: readonly string[], context: LayoutContext): RowReader;
}
