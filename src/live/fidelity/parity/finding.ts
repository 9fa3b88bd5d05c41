/** What is found when recorded bodies are held against this broker. */

/** What a body is made of; they are scored together as its shape. */
export const SHAPE_DIMENSIONS = ['fields', 'formats', 'order'] as const;
/**
 * Everything that is compared. `replay`: what the broker worked out when it was run; it is scored as
 * arithmetic. `relations`: how facts of a recording follow from one another; no score counts them.
 */
export const DIMENSIONS = [...SHAPE_DIMENSIONS, 'replay', 'relations'] as const;
/** One of them. */
export type Dimension = (typeof DIMENSIONS)[number];

/** A place at which a recorded body and this broker differ. */
export interface ParityFinding {
  readonly dimension: Dimension;
  /** The place in the body: `orderFillTransaction.price`, `[2].id` of a list. */
  readonly path: string;
  /** The rule: `missing`, `unknown`, `form`, `order`, `replay`, or the name of a relation. */
  readonly rule: string;
  /** What this broker sends there. */
  readonly expected: string;
  /** What the recording has. */
  readonly found: string;
}

/** Owns the counts of what is the same, and what is not. `agree` and `differ` add one. */
export class ParityTally {
  readonly same: Record<Dimension, number> = {
    fields: 0,
    formats: 0,
    order: 0,
    replay: 0,
    relations: 0,
  };
  readonly findings: ParityFinding[] = [];

  agree(dimension: Dimension): void {
    this.same[dimension] += 1;
  }

  differ(finding: ParityFinding): void {
    this.findings.push(finding);
  }
}

const SHOWN = 60;

/** A value for people, in one short line. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text;
}
