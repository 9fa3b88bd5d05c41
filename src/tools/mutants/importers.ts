/** Which compiled modules import which. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const IMPORT = /\bfrom '(\.[^']+)'/g;

/** By compiled module: those of `dist` that import it. Paths are from the root. */
export function importersOf(root: string): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const name of readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js') || name.startsWith('bundle')) continue;
    const path = `dist/${name.replaceAll('\\', '/')}`;
    for (const [, to = ''] of readFileSync(join(root, path), 'utf8').matchAll(IMPORT)) {
      const imported = posix.join(dirname(path), to);
      const known = importers.get(imported) ?? [];
      importers.set(imported, [...known, path]);
    }
  }
  return importers;
}
