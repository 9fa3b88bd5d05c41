/**
 * What a reader of results must know of the ticks that they come from. The one place of these
 * sentences: command line and report say the same.
 */

import type { RunManifest } from './report-data.js';

/** Facts about the ticks of one instrument that change what results mean. */
type TickFacts = Pick<RunManifest['ticks'][number], 'synthetic' | 'skipped'>;

/** A sentence for each such fact, without the name of the file or instrument. */
export function tickNotes({ synthetic, skipped }: TickFacts): string[] {
  return [
    ...(synthetic
      ? ['ticks were made from candles; the path of prices within a candle is assumed']
      : []),
    ...skipped.map(({ rule, count }) => `skipped ${count} rows (${rule})`),
  ];
}
