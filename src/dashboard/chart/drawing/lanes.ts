/** Words that stand close together, one below the other. Pure. */

/** The room of a word, in pixels from the left. */
export interface Room {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns for each word the first line, from 0, in which it covers no other word; undefined when
 * all `most` lines are taken. @param words - in any order; those at the left take their places
 * first.
 */
export function lanesOf(words: readonly Room[], most: number): readonly (number | undefined)[] {
  const ends: number[] = Array.from({ length: most }, () => Number.NEGATIVE_INFINITY);
  const lanes: (number | undefined)[] = words.map(() => undefined);
  const inOrder = [...words.entries()].sort(([, one], [, other]) => one.from - other.from);
  for (const [at, { from, to }] of inOrder) {
    const lane = ends.findIndex(end => end <= from);
    if (lane === -1) continue;
    ends[lane] = to;
    lanes[at] = lane;
  }
  return lanes;
}
