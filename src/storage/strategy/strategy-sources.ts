/**
 * What a strategy is made of: its module and every file that it imports by a relative path, their
 * imports included. Types are not followed, for they vanish; neither are packages, nor paths that are
 * made while the module runs.
 */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../files/sha256.js';
import { createJiti } from './strategy-module.js';

const TYPES_ONLY = /\b(?:import|export)\s+type\s[^'"]*['"][^'"]*['"]/g;
const IMPORTED = /\b(?:from|import|require)\s*\(?\s*['"](\.{1,2}\/[^'"\n]+)['"]/g;

/** SHA-256 of the module at `path`, hex; with what it imports, if it does. */
export async function strategyDigest(path: string): Promise<string> {
  const digests: string[] = [];
  const files = new Set([path]);
  // A set tells what is added while it is gone through.
  for (const file of files) {
    const source = await readFile(file, 'utf8');
    digests.push(sha256(source));
    for (const imported of importsOf(file, source)) files.add(imported);
  }
  const [own = ''] = digests;
  return digests.length === 1 ? own : sha256(digests.join(' '));
}

/** The files that `source` names, in its order; one that is not there is for loading to complain of. */
function importsOf(file: string, source: string): string[] {
  const jiti = createJiti(file);
  const named = source.replace(TYPES_ONLY, '').matchAll(IMPORTED);
  return [...named].flatMap(([, name = '']) => {
    const found = jiti.esmResolve(name, { try: true });
    if (found === undefined) return [];
    return [found.startsWith('file:') ? fileURLToPath(found) : found];
  });
}
