/** Ticks of one instrument, from a file of any layout. Source: docs/reference/tick-files.md. */

import type { LoadingOptions } from './loading.js';

/** How a tick file is read; what is absent is found out from the file. */
export interface TickOptions extends LoadingOptions {
  /** The instrument in any spelling; default: from the file's name. */
  readonly instrument?: string;
  /** Name of a layout. */
  readonly layout?: string;
  /** IANA zone of local times. */
  readonly timeZone?: string;
  /** What one unit of a volume stands for. */
  readonly volumes?: 'units' | 'millions';
  /** What happens to a bad row; default: an error that names it. */
  readonly onBadRow?: 'error' | 'skip';
}

/** One tick: RFC 3339 time with nanoseconds, exact prices. */
export interface Tick {
  readonly time: string;
  readonly bid: string;
  readonly ask: string;
}

/** The ticks as columns, for arithmetic and charts. */
export interface TickArrays {
  /** Microseconds since 1970, UTC. */
  readonly time: Float64Array;
  /** Prices as numbers; the exact ones are those of the ticks. */
  readonly bid: Float64Array;
  readonly ask: Float64Array;
}

/** Ticks in order of time, read as often as wished. */
export interface Ticks extends Iterable<Tick> {
  /** v20 name. */
  readonly instrument: string;
  /** Number of ticks, at least one. */
  readonly length: number;
  /** Time of the first tick and of the last, RFC 3339. */
  readonly first: string;
  readonly last: string;
  /** Rows that were left out, by rule. */
  readonly skipped: readonly { readonly rule: string; readonly count: number }[];
  /** The ticks as new arrays. */
  columns(): TickArrays;
}
