/**
 * The form of a rule that explanations cite: where it stands, what it says, and the sentence with
 * places for its numbers. A place is the name of a number in braces (numbers.ts), or of a field of
 * the transaction or of the order that it is about.
 */

import type { SectionNumber } from './sections.js';

/** A comparison that the rule makes: of two numbers by name. */
export interface Comparison {
  readonly what: string;
  readonly limit: 'atMost' | 'atLeast';
  readonly found: string;
  readonly value: string;
}

/** One rule: of a reason or of a type of transaction. */
export interface Rule {
  readonly section: SectionNumber;
  /** The rule in words, one sentence. */
  readonly rule: string;
  /** What happened. */
  readonly sentence: string;
  /** What would have been needed. */
  readonly needed?: string;
  readonly compare?: Comparison;
}

/** A rule by which requests are refused. */
export interface RefusalRule extends Rule {
  /** The sentence of the answer (errorMessage): recorded ones are verbatim, others in their style. */
  readonly message: string;
}

/** The four texts of a rule: section, rule, sentence, needed. */
type Texts = readonly [
  section: SectionNumber,
  rule: string,
  sentence: string,
  needed?: string | undefined,
];

/** Makes a rule of its texts. */
export function rule([section, words, sentence, needed]: Texts, compare?: Comparison): Rule {
  return {
    section,
    rule: words,
    sentence,
    ...(needed === undefined ? {} : { needed }),
    ...(compare === undefined ? {} : { compare }),
  };
}

/** Makes the row of a reject reason. @param message - the sentence of the answer. */
export function refusal(message: string, texts: Texts, compare?: Comparison): RefusalRule {
  return { ...rule(texts, compare), message };
}

/** A comparison: `found` has to be at most `value`. */
export function atMost(what: string, found: string, value: string): Comparison {
  return { what, limit: 'atMost', found, value };
}

/** A comparison: `found` has to be at least `value`. */
export function atLeast(what: string, found: string, value: string): Comparison {
  return { what, limit: 'atLeast', found, value };
}
