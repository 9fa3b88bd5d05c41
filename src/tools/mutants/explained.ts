/** Mutants that no test can or need kill, with the reason: a kept list beside the tests. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf, type NamedMutant } from './mutant.js';

/** Why a mutant stays. */
export const EXPLANATIONS = {
  equal: 'the changed code does the same',
  speed: 'the result is the same, and only takes longer',
  unreachable: 'what comes before never lets the other case pass',
} as const;
export type ExplanationKind = keyof typeof EXPLANATIONS;

/** One entry of the list: a mutant without its offsets, and why it stays. */
export interface ExplainedMutant extends NamedMutant {
  readonly why: ExplanationKind;
  readonly reason: string;
}

/** The list, from the root. */
const EXPLAINED = join('test', 'mutants', 'explained.json');

/** The explained mutants by their key. */
export function explainedMutants(root: string): ReadonlyMap<string, ExplainedMutant> {
  const list = JSON.parse(
    readFileSync(join(root, EXPLAINED), 'utf8'),
  ) as readonly ExplainedMutant[];
  return new Map(list.map(each => [keyOf(each), each]));
}
