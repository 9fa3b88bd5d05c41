/**
 * Replaces files while something runs: code in this process that opens one of them by its path gets
 * the replacement, and the opening is recorded. Only audits use it, because a strategy is ordinary
 * code and may open the file that contains the future.
 */

import { realpathSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import {
  type ExchangedFiles,
  exchangingFiles,
  type FileExchange,
} from '../../data/storage/strategy/python/exchanged-files.js';

type Opener = (path: unknown, ...rest: unknown[]) => unknown;

const fs = createRequire(import.meta.url)('node:fs') as Record<string, Opener> & {
  promises: Record<string, Opener>;
};

/** Functions that take a path and give the content of the file. */
const OPENERS = ['readFileSync', 'readFile', 'openSync', 'open', 'createReadStream'] as const;
const PROMISED = ['readFile', 'open'] as const;

/**
 * Calls `run` while the files are replaced, for code of this process and for strategies in Python.
 * `opened` has the real paths of files that were opened while they were replaced.
 */
export async function withReplacedFiles<T>(
  files: ExchangedFiles,
  run: () => Promise<T>,
): Promise<FileExchange<T>> {
  const { replacements } = files;
  const opened = new Set<string>();
  const replace = (path: unknown): unknown => {
    const real = realPathOf(path);
    const replacement = real === undefined ? undefined : replacements.get(real);
    if (real === undefined || replacement === undefined) return path;
    opened.add(real);
    return replacement;
  };
  const restores = [
    ...OPENERS.map(name => wrap(fs, name, replace)),
    ...PROMISED.map(name => wrap(fs.promises, name, replace)),
  ];
  syncBuiltinESMExports();
  try {
    const exchanged = await exchangingFiles(files, run);
    return { ...exchanged, opened: [...new Set([...opened, ...exchanged.opened])] };
  } finally {
    for (const restore of restores) restore();
    syncBuiltinESMExports();
  }
}

/** Makes `owner[name]` open the path that `replace` gives. @returns a function that undoes this. */
function wrap(
  owner: Record<string, Opener>,
  name: string,
  replace: (path: unknown) => unknown,
): () => void {
  const original = owner[name] as Opener;
  owner[name] = (path, ...rest) => original.call(owner, replace(path), ...rest);
  return () => {
    owner[name] = original;
  };
}

function realPathOf(path: unknown): string | undefined {
  try {
    if (path instanceof URL) return realpathSync(fileURLToPath(path));
    if (typeof path === 'string' || Buffer.isBuffer(path)) return realpathSync(String(path));
  } catch {
    // There is no such file; the caller gets that error from the real function.
  }
  return undefined;
}
