/**
 * Fills as the minute they happened in and the side they turned to, and how far two lists agree.
 * The minute is all that a bar engine gives: it fills at the open of the bar after the decision.
 */

const MS_PER_MINUTE = 60_000;

/** Minutes since the epoch, and 1 for a buy or -1 for a sell. */
export interface Fill {
  readonly minute: number;
  readonly side: number;
}

export function fillAt(epochMs: number, side: number): Fill {
  return { minute: Math.floor(epochMs / MS_PER_MINUTE), side: Math.sign(side) };
}

/**
 * Counts the fills that are in both lists: `275 of 275`. Our fills after the peer's last tick are
 * left out, for a peer that runs on a part of the ticks.
 */
export function agreement(
  ours: readonly Fill[],
  theirs: readonly Fill[],
  lastMinute = Number.POSITIVE_INFINITY,
): { readonly same: number; readonly all: number; readonly agrees: boolean } {
  const expected = ours.filter(({ minute }) => minute <= lastMinute);
  const key = ({ minute, side }: Fill) => `${minute} ${side}`;
  const keys = new Set(expected.map(key));
  const same = new Set(theirs.map(key).filter(text => keys.has(text))).size;
  const all = Math.max(expected.length, theirs.length);
  return { same, all, agrees: same === all };
}
