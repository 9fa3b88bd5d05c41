/**
 * "Did you mean": the nearest known word to a misspelt one.
 */

import { closest, distance } from 'fastest-levenshtein';

const FURTHEST = 3;

/** ` (did you mean X?)` for the nearest of `known`, or nothing when none is near. */
export function nearest(word: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const best = closest(word, known as string[]);
  return distance(word, best) <= FURTHEST ? ` (did you mean ${best}?)` : '';
}
