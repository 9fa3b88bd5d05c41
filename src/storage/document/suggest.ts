/**
 * "Did you mean": the nearest known word to a misspelt one, or one that a short name is part of.
 */

import { closest, distance } from 'fastest-levenshtein';

const FURTHEST = 3;
/** A part of fewer letters is in too many words to mean one. */
const SHORTEST_PART = 4;

/**
 * ` (did you mean X?)` for the nearest of `known`, else for the first that has `word` in it (`drawdown`:
 * `maxDrawdown`), or nothing.
 */
export function nearest(word: string, known: readonly string[]): string {
  if (known.length === 0) return '';
  const best = closest(word, known as string[]);
  const found = distance(word, best) <= FURTHEST ? best : whole(word, known);
  return found === undefined ? '' : ` (did you mean ${found}?)`;
}

function whole(part: string, known: readonly string[]): string | undefined {
  if (part.length < SHORTEST_PART) return undefined;
  return known.find(word => word.toLowerCase().includes(part.toLowerCase()));
}
