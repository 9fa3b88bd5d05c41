/** Counts and scores of parity: shape and arithmetic, of each kind of body, and the plain mean of the kinds. */

import { DIMENSIONS, type Dimension, SHAPE_DIMENSIONS } from './finding.js';

/** Counts of one dimension. */
export interface DimensionCount {
  readonly same: number;
  /** Differences that are known as the service's: another year, another division. */
  readonly known: number;
  /** Differences that were made by the recorder of the body; no score counts them. */
  readonly changed: number;
  readonly unexpected: number;
}

/** Counts by dimension. */
export type Counts = Readonly<Record<Dimension, DimensionCount>>;

/** The counts of all bodies of one kind. */
export interface ScoreRow {
  /** The published body: `createOrder 201`, `ClientPrice`. */
  readonly shape: string;
  readonly bodies: number;
  readonly counts: Counts;
  /** Facts that a replay was built from. They are not scored. */
  readonly used: number;
  /** Bodies, or batches in them, that the broker was run for. */
  readonly replayed: number;
}

/** A share from 0 to 1; undefined when nothing was compared. */
export type Score = number | undefined;

/** The share of what is the same. */
export function shareOf(counts: readonly DimensionCount[]): Score {
  const same = counts.reduce((sum, each) => sum + each.same, 0);
  const all = counts.reduce((sum, each) => sum + each.same + each.known + each.unexpected, 0);
  return all === 0 ? undefined : same / all;
}

/** The score of the shape of a kind of body: fields, formats and the order of keys. */
export function shapeScore({ counts }: Pick<ScoreRow, 'counts'>): Score {
  return shareOf(SHAPE_DIMENSIONS.map(each => counts[each]));
}

/** The score of what the broker worked out. */
export function arithmeticScore({ counts }: Pick<ScoreRow, 'counts'>): Score {
  return shareOf([counts.replay]);
}

/** The plain mean over kinds of bodies: each counts once, however often it was recorded. */
export function meanOf(rows: readonly ScoreRow[], score: (row: ScoreRow) => Score): Score {
  const scores = rows.map(score).filter(each => each !== undefined);
  return scores.length === 0 ? undefined : scores.reduce((a, b) => a + b, 0) / scores.length;
}

/** A score for people: per cent with one decimal, cut; `-` when nothing was compared. */
export function scoreText(score: Score): string {
  if (score === undefined) return '-';
  // 100 % means that nothing differs at all.
  const tenths = Math.floor(score * 1_000 + 1e-9);
  return `${Math.floor(tenths / 10)}.${tenths % 10} %`;
}

type MutableCount = { -readonly [Key in keyof DimensionCount]: number };

/** Owns counts that still grow; bodies and their parts are added to them. */
export class ScoreCounter {
  bodies = 0;
  used = 0;
  replayed = 0;
  readonly counts = Object.fromEntries(
    DIMENSIONS.map(each => [each, { same: 0, known: 0, changed: 0, unexpected: 0 }]),
  ) as Record<Dimension, MutableCount>;
}
