/** A mutant: one change of one place of a compiled module. */

/** What kinds of places are changed; `changes.ts` says how. */
export const MUTANT_KINDS = [
  'comparison',
  'arithmetic',
  'condition',
  'statement',
  'exit',
  'constant',
  'absence',
  'call',
] as const;
export type MutantKind = (typeof MUTANT_KINDS)[number];

/** One change: `text` between `start` and `end` becomes `replacement`. Offsets are those of UTF-16. */
export interface CodeChange {
  readonly kind: MutantKind;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

export interface Mutant extends CodeChange {
  /** The compiled module, from the root: `dist/core/order/trigger.js`. */
  readonly path: string;
  /** The function or method around it, or `the module`. */
  readonly owner: string;
  /** Where `owner` begins and ends; the whole module for `the module`. */
  readonly ownerRange: readonly [number, number];
  /** The line that has its start, without the blanks around it. */
  readonly line: string;
  /** What stands between `start` and `end`. */
  readonly text: string;
  /** Which of the places of the module with the same change in the same line of the same function it is, from 0. */
  readonly occurrence: number;
}

/** What names a mutant for as long as its line stays. */
export type NamedMutant = Pick<
  Mutant,
  'path' | 'owner' | 'line' | 'text' | 'replacement' | 'occurrence'
>;

/** The text of the module with the change. */
export function mutated(text: string, { start, end, replacement }: CodeChange): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** The key of a mutant: module, function, line and change, without offsets. */
export function keyOf(named: NamedMutant): string {
  const { path, owner, line, text, replacement, occurrence } = named;
  return JSON.stringify([path, owner, line, text, replacement, occurrence]);
}
