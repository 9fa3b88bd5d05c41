/**
 * A digest of the sources and of the compiler's notes, by which a build and the tests find what was
 * compiled. Times are useless in a folder that was copied from another checkout: it is newer than
 * sources that it was not made of.
 */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The digest of what was compiled last, as a path from the root. */
export const BUILT = join('dist', 'built.sha256');

/** The digest, hex, of the sources and notes below `root`. */
export function compiledDigest(root: string): string {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const sources = names.filter(name => /\.(ts|json)$/.test(name)).map(name => join('src', name));
  const digest = createHash('sha256');
  for (const path of [...sources.sort(), ...compilerNotes(root)]) {
    const file = join(root, path);
    digest.update(`${path}\n`).update(existsSync(file) ? readFileSync(file) : '');
  }
  return digest.digest('hex');
}

/** What the compiler notes of each chapter, by path from the root. */
export function compilerNotes(root: string): readonly string[] {
  const dist = join(root, 'dist');
  const names = existsSync(dist) ? readdirSync(dist) : [];
  return names.filter(name => name.endsWith('.tsbuildinfo')).map(name => join('dist', name));
}
