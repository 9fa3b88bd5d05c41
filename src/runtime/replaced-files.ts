/**
 * Files that are others while something runs: whoever in this process opens one of them by its path
 * gets its replacement instead, and is found out. For audits only: a strategy is code like any
 * other, and may open the file in which the future stands.
 */

import { realpathSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';

type Opener = (path: unknown, ...rest: unknown[]) => unknown;

const fs = createRequire(import.meta.url)('node:fs') as Record<string, Opener> & {
  promises: Record<string, Opener>;
};

/** Everything that takes a path and gives what is in the file. */
const OPENERS = ['readFileSync', 'readFile', 'openSync', 'open', 'createReadStream'] as const;
const PROMISED = ['readFile', 'open'] as const;

export interface Replaced<T> {
  readonly result: T;
  /** Real paths of the files that were opened. */
  readonly opened: readonly string[];
}

/**
 * Runs `run` while the files are replaced.
 * @param replacements - by real path: the path to open instead, which may be the same.
 */
export async function withReplacedFiles<T>(
  replacements: ReadonlyMap<string, string>,
  run: () => Promise<T>,
): Promise<Replaced<T>> {
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
    const result = await run();
    return { result, opened: [...opened] };
  } finally {
    for (const restore of restores) restore();
    syncBuiltinESMExports();
  }
}

/** Lets `owner[name]` open what `replace` says. @returns what undoes it. */
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
    // No such file: whoever opens it will hear so.
  }
  return undefined;
}
