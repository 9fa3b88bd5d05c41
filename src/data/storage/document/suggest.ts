/**
 * "Did you mean": suggests the known word that is nearest to a misspelt word, or that contains it.
 */

import { closest, distance } from 'fastest-levenshtein';

const FURTHEST = 3;
/** Shortest word that is searched for inside known words; a shorter one is in too many of them. */
const SHORTEST_PART = 4;

/**
 * ` (did you mean X?)` for the nearest word of `known`; else for the first one that contains `word`
 * (`drawdown`: `maxDrawdown`); else an empty text.
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
