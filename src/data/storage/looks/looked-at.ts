/** How often a window has been looked at, and what that leaves of a result: the content of `looks.json`. */

/** The looks at a window, with those of the run or study that they stand beside. */
export interface LookedAt {
  /** Number of different results that were seen of these instruments and an overlapping time. */
  readonly looks: number;
  /** Number of groups of looks; the daily returns of one group are correlated. */
  readonly clusters: number;
  /** Deflated Sharpe ratio of the result when each cluster counts as a try; null without one. */
  readonly dsr: number | null;
  /** The same when each look counts as a try. */
  readonly dsrOfLooks: number | null;
  /** Why these looks were not written down; absent when they were. */
  readonly notKept?: string;
  /** What is wrong with files of looks, a line each; absent when nothing is. */
  readonly faults?: readonly string[];
}

/** Notes about the looks for a person, a sentence each. */
export function lookedLines(looked: LookedAt): string[] {
  const { looks, clusters, dsr, dsrOfLooks, notKept, faults = [] } = looked;
  const times = looks === 1 ? 'once' : looks === 2 ? 'twice' : `${grouped(looks)} times`;
  const like = looks > 1 ? ` (${grouped(clusters)} after like results are put together)` : '';
  const deflated =
    dsr === null || looks < 2
      ? ''
      : `: deflated Sharpe ratio ${dsr.toFixed(2)}, by the raw count ${dsrOfLooks?.toFixed(2) ?? '-'}`;
  return [
    `This window has been looked at ${times}${like}${deflated}.`,
    ...(notKept === undefined ? [] : [`These looks were not recorded: ${notKept}.`]),
    ...faults,
  ];
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
