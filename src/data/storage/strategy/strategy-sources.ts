/**
 * Finds the source files of a strategy: its module and every file that it imports by a relative
 * path, directly or indirectly. Imports of types are not followed, because they do not exist at run
 * time. Packages are not followed, nor are paths that are computed at run time.
 */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../files/sha256.js';
import { pythonImports } from './python/python-imports.js';
import { isPython } from './python/python-module.js';
import { translatorOf } from './translator.js';

const TYPES_ONLY = /\b(?:import|export)\s+type\s[^'"]*['"][^'"]*['"]/g;
const IMPORTED = /\b(?:from|import|require)\s*\(?\s*['"](\.{1,2}\/[^'"\n]+)['"]/g;

/** SHA-256 of the module at `path`, and of its imports if it has any, as hex. */
export async function strategyDigest(path: string): Promise<string> {
  const sources = await strategySources(path);
  const digests = [...sources.values()].map(source => sha256(source));
  const [own = ''] = digests;
  return digests.length === 1 ? own : sha256(digests.join(' '));
}

/** The texts of the source files by path; the module at `path` first. */
export async function strategySources(path: string): Promise<ReadonlyMap<string, string>> {
  const sources = new Map<string, string>();
  const files = new Set([path]);
  // A loop over a set also visits elements that are added during the loop.
  for (const file of files) {
    const source = await readFile(file, 'utf8');
    sources.set(file, source);
    for (const imported of importsOf(file, source)) files.add(imported);
  }
  return sources;
}

/** The files that `source` imports, in order. Missing files are left out: loading reports them. */
function importsOf(file: string, source: string): string[] {
  if (isPython(file)) return pythonImports(file, source);
  const jiti = translatorOf(file);
  const named = source.replace(TYPES_ONLY, '').matchAll(IMPORTED);
  return [...named].flatMap(([, name = '']) => {
    const found = jiti.esmResolve(name, { try: true });
    if (found === undefined) return [];
    return [found.startsWith('file:') ? fileURLToPath(found) : found];
  });
}
