/**
 * Notes for a reader of results about the ticks that they come from. The only place of these
 * sentences: command line and report print the same.
 */

import type { RunManifest } from './report-data.js';

/** Facts about the ticks of one instrument that change what results mean. */
type TickFacts = Pick<RunManifest['ticks'][number], 'synthetic' | 'bars' | 'skipped'>;

/** A sentence for each such fact, without the name of the file or instrument. */
export function tickNotes({ synthetic, bars, skipped }: TickFacts): string[] {
  return [
    ...(synthetic ? [`ticks ${bars?.words ?? 'made from candles'}; ${assumption(bars)}`] : []),
    ...skipped.map(({ rule, count }) => `skipped ${count} rows (${rule})`),
  ];
}

/** What a run on bars assumes, and in how many bars that decided between a stop and a profit. */
function assumption(facts: TickFacts['bars']): string {
  if (facts === undefined) return 'fills inside a bar are assumed on its path';
  const { path, withBoth } = facts;
  const assumed = `fills inside a bar are assumed on the path ${path}`;
  if (withBoth === undefined) return assumed;
  const held = withBoth === 1 ? '1 bar' : `${withBoth} bars`;
  return `${assumed}; ${held} held both the stop loss and the take profit of a trade; audit --bar-path runs the other paths`;
}
