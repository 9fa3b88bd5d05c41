/** Which mutants a run takes: by a seed, the same number of each folder. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf, type Mutant } from './mutant.js';
import { mutantsOf } from './mutants-of.js';

/** The folders of `dist` whose mutants are drawn. */
export const FOLDERS = [
  'core/engine',
  'core/ledger',
  'core/candle',
  'core/order',
  'broker/api/v20',
] as const;
export type MutantFolder = (typeof FOLDERS)[number];

/** Modules that only have texts for people: the examples of the OpenAPI document. */
const FOR_PEOPLE = /-examples\.js$/;

/** All mutants of a folder. @param root - the folder that has `dist`. */
export function mutantsIn(root: string, folder: MutantFolder): readonly Mutant[] {
  const from = join('dist', folder);
  return readdirSync(join(root, from), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.js') && !FOR_PEOPLE.test(name))
    .sort()
    .flatMap(name => {
      const path = join(from, name).replaceAll('\\', '/');
      return mutantsOf(path, readFileSync(join(root, path), 'utf8'));
    });
}

/**
 * `count` of the mutants, or all if there are fewer. A mutant is drawn by a digest of the seed and of what it is, so
 * that a change of the sources replaces the mutants of the changed lines only.
 */
export function drawn(mutants: readonly Mutant[], seed: string, count: number): readonly Mutant[] {
  return mutants
    .map(mutant => ({ mutant, rank: rankOf(mutant, seed) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

function rankOf(mutant: Mutant, seed: string): string {
  return createHash('sha256')
    .update(`${seed}\n${keyOf(mutant)}`)
    .digest('hex');
}
