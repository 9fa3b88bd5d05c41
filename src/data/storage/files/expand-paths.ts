/** Paths on the command line that may be globs: not every shell expands them. */

import { existsSync } from 'node:fs';
import { byCodeUnit } from '../../../core/base/by-code-unit.js';
import { InputError } from '../../../core/base/input-error.js';

/** Files as named, globs expanded in code-unit order. @throws InputError when nothing matches. */
export async function expandFiles(patterns: readonly string[]): Promise<string[]> {
  return expand(patterns, { of: 'file', onlyFiles: true });
}

/** The same for folders or files. @throws InputError when nothing matches. */
export async function expandFolders(patterns: readonly string[]): Promise<string[]> {
  return expand(patterns, { of: 'folder', onlyFiles: false });
}

async function expand(
  patterns: readonly string[],
  { of, onlyFiles }: { readonly of: string; readonly onlyFiles: boolean },
): Promise<string[]> {
  const paths: string[] = [];
  for (const pattern of patterns) {
    const found = existsSync(pattern) ? [pattern] : await pathsMatching(pattern, onlyFiles);
    if (found.length === 0) throw new InputError('scenario', { file: pattern }, `no such ${of}`);
    paths.push(...found.sort(byCodeUnit));
  }
  return paths;
}

async function pathsMatching(pattern: string, onlyFiles: boolean): Promise<string[]> {
  const { glob } = await import('tinyglobby');
  const found = await glob(pattern, { expandDirectories: false, onlyFiles });
  // Folders end with a slash there.
  return found.map(path => path.replace(/\/$/, ''));
}
