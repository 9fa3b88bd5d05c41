/**
 * The differences that are known, each with its reason. Some come from the service, in another year
 * or another division; others from the person or program that recorded the body and changed it.
 * Those say nothing about the service, and the score leaves them out. A difference is known by its
 * exact place, or by a rule that says what the service of a year, or a client that writes answers
 * out again, does to each fact.
 */

import { objectsWithin } from '../recording/json.js';
import type { Recording } from '../recording/recorded-bodies.js';
import { isOfLaterYear, isOldOrder, yearOf } from './eras.js';
import type { ParityFinding } from './finding.js';
import { PLACES } from './known-places.js';
import { isPrinted, isUnordered } from './printers.js';

/** Why a difference is known. */
export interface KnownDifference {
  readonly reason: string;
  /** Its cause: the service, or the person or program that recorded it. */
  readonly by: 'service' | 'recorder';
}

/** What the bodies of a file say of its age. */
export interface FileFacts {
  /** The latest year in it; undefined: it has no time. */
  readonly year: number | undefined;
  /** Every key of its objects. */
  readonly keys: ReadonlySet<string>;
}

/** The facts of a file. */
export function fileFacts(recordings: readonly Recording[]): FileFacts {
  const objects = recordings.flatMap(({ value }) => [...objectsWithin(value)]);
  return {
    year: yearOf(objects.map(({ object }) => object)),
    keys: new Set(objects.flatMap(({ object }) => Object.keys(object))),
  };
}

const LATER: KnownDifference = {
  reason: 'the service sends the field since a later year',
  by: 'service',
};
const OLD_ORDER: KnownDifference = {
  reason:
    'until 2019 a transaction had its own fields before its head, and other objects another order',
  by: 'service',
};
const PRINTED: KnownDifference = {
  reason: 'written out again by a client: ids as numbers, 1.0 for 1',
  by: 'recorder',
};
const UNORDERED: KnownDifference = {
  reason: 'printed by a client whose dictionaries have an order of their own',
  by: 'recorder',
};

/** Every known place, by `file place path rule`. */
const EXACT: ReadonlyMap<string, KnownDifference> = new Map(
  PLACES.flatMap(({ reason, by, file, place = '', at }) =>
    at.map(each => [`${file} ${place} ${each}`, { reason, by }] as const),
  ),
);

/** Every reason, for people. */
export const KNOWN_REASONS: readonly KnownDifference[] = [
  ...new Map(
    [LATER, OLD_ORDER, PRINTED, UNORDERED, ...PLACES].map(({ reason, by }) => [
      reason,
      { reason, by },
    ]),
  ).values(),
];

/** The known difference that a finding is; undefined when it is unexpected. */
export function knownDifference(
  { file, place }: Recording,
  finding: ParityFinding,
  facts: FileFacts,
): KnownDifference | undefined {
  const { dimension, path, rule } = finding;
  const exact = EXACT.get(`${file} ${place} ${path} ${rule}`);
  if (exact !== undefined) return exact;
  if (rule === 'missing') return isOfLaterYear(path, facts) ? LATER : undefined;
  if (dimension === 'order') {
    if (isUnordered(file)) return UNORDERED;
    return isOldOrder(finding, facts.year) ? OLD_ORDER : undefined;
  }
  return dimension === 'formats' && isPrinted(file, finding) ? PRINTED : undefined;
}
