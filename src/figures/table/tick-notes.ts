/**
 * What a reader of results must know of the ticks that they come from. The one place of these
 * sentences: command line and report say the same.
 */

import type { RunManifest } from './report-data.js';

/** Facts about the ticks of one instrument that change what results mean. */
type TickFacts = Pick<RunManifest['ticks'][number], 'synthetic' | 'bars' | 'skipped'>;

/** A sentence for each such fact, without the name of the file or instrument. */
export function tickNotes({ synthetic, bars, skipped }: TickFacts): string[] {
  const made = bars?.words ?? 'made from candles';
  return [
    ...(synthetic ? [`ticks ${made}; the path of prices inside a bar is assumed`] : []),
    ...skipped.map(({ rule, count }) => `skipped ${count} rows (${rule})`),
  ];
}
