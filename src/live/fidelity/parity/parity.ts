/**
 * The score of fidelity: recorded bodies of a v20 host held against this broker, in fields, formats,
 * order of keys and arithmetic. A difference is either known, with a reason that is shipped, or
 * unexpected.
 */

import { byCodeUnit } from '../../../core/base/by-code-unit.js';
import { present } from '../../../core/base/present.js';
import type { Recording } from '../recording/recorded-bodies.js';
import { DIMENSIONS, type Dimension, type Finding } from './finding.js';
import { holdRelations } from './hold-relations.js';
import { type KnownDifference, knownDifference } from './known-differences.js';
import { factsOf } from './rules/facts.js';
import type { Facts } from './rules/rule.js';
import { heldAgainst } from './shapes.js';

/** Counts of one dimension. */
export interface Count {
  readonly same: number;
  /** Differences that the shipped list explains as the service's: another year, another division. */
  readonly known: number;
  /** Differences that whoever recorded the body has made; no score counts them. */
  readonly changed: number;
  readonly unexpected: number;
}

/** Counts by dimension. */
export type Counts = Readonly<Record<Dimension, Count>>;

/** A difference, with the body that it is in. */
export interface Difference extends Finding {
  readonly file: string;
  /** The place of the body in the file. */
  readonly place: string;
  /** The published body that it was held against. */
  readonly shape: string;
  /** Why it is known, and who makes it; absent when it is unexpected. */
  readonly known?: Pick<KnownDifference, 'reason' | 'by'>;
}

/** The counts of all bodies of one published body. */
export interface Row {
  readonly shape: string;
  readonly bodies: number;
  readonly counts: Counts;
}

/** The result. */
export interface Parity {
  readonly bodies: number;
  /** Bodies that are like nothing that v20 publishes, as `file place`. */
  readonly strange: readonly string[];
  readonly total: Counts;
  readonly rows: readonly Row[];
  readonly differences: readonly Difference[];
}

type Growing = { -readonly [Key in keyof Count]: number };

/** Counts that still grow. */
class Counting {
  bodies = 0;
  readonly counts = Object.fromEntries(
    DIMENSIONS.map(each => [each, { same: 0, known: 0, changed: 0, unexpected: 0 }]),
  ) as Record<Dimension, Growing>;
}

/** Holds the recordings against this broker. */
export function parityOf(recordings: readonly Recording[]): Parity {
  const holding = new Holding();
  for (const own of byFile(recordings).values()) {
    const facts = factsOf(own.map(({ value }) => value));
    for (const recording of own) holding.hold(recording, facts);
  }
  return holding.result();
}

/** Holds bodies and adds up what is found. */
class Holding {
  readonly #total = new Counting();
  readonly #rows = new Map<string, Counting>();
  readonly #strange: string[] = [];
  readonly #differences: Difference[] = [];

  hold(recording: Recording, facts: Facts): void {
    const { file, place, value } = recording;
    const held = heldAgainst(recording);
    if (held === undefined) {
      this.#strange.push(`${file} ${place}`.trim());
      return;
    }
    const { shape, tally } = held;
    holdRelations(value, facts, tally);
    const row = this.#rows.get(shape.name) ?? new Counting();
    this.#rows.set(shape.name, row);
    for (const counting of [this.#total, row]) {
      counting.bodies += 1;
      for (const each of DIMENSIONS) counting.counts[each].same += tally.same[each];
    }
    for (const finding of tally.findings) {
      const known = knownDifference(file, finding);
      const kind = kindOf(known);
      for (const { counts } of [this.#total, row]) counts[finding.dimension][kind] += 1;
      const { reason, by } = known ?? {};
      const why = reason === undefined || by === undefined ? undefined : { reason, by };
      const at = { file, place, shape: shape.name };
      this.#differences.push({ ...at, ...finding, ...present({ known: why }) });
    }
  }

  result(): Parity {
    const rows = [...this.#rows].map(([shape, { bodies, counts }]) => ({ shape, bodies, counts }));
    rows.sort((a, b) => byCodeUnit(a.shape, b.shape));
    const { bodies, counts: total } = this.#total;
    return { bodies, strange: this.#strange, total, rows, differences: this.#differences };
  }
}

function kindOf(known: KnownDifference | undefined): Exclude<keyof Count, 'same'> {
  if (known === undefined) return 'unexpected';
  return known.by === 'service' ? 'known' : 'changed';
}

function byFile(recordings: readonly Recording[]): Map<string, Recording[]> {
  const files = new Map<string, Recording[]>();
  for (const each of recordings) {
    const own = files.get(each.file);
    if (own === undefined) files.set(each.file, [each]);
    else own.push(each);
  }
  return files;
}

/** The share of what is the same, in per cent with one decimal; `-` when nothing was compared. */
export function scoreText(counts: readonly Count[]): string {
  const same = counts.reduce((sum, each) => sum + each.same, 0);
  const all = counts.reduce(
    (sum, { same, known, unexpected }) => sum + same + known + unexpected,
    0,
  );
  if (all === 0) return '-';
  // 100 % means that nothing differs at all.
  const tenths = Math.floor((same * 1_000) / all);
  return `${Math.floor(tenths / 10)}.${tenths % 10} %`;
}
