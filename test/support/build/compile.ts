/** Before the tests: compiles the sources where the compiled modules are not those of these sources. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../files/paths.js';

/** The digest of what was compiled last. */
const COMPILED = join('dist', 'compiled.sha256');
const TEXT = 'utf8';

/**
 * The digest of the sources and of the compiler's notes. Times tell nothing of a folder that was copied from
 * another checkout: it is newer than sources that it was not made of.
 */
export function digestOf(root: string): string {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: TEXT });
  const sources = names.filter(name => /\.(ts|json)$/.test(name)).map(name => join('src', name));
  const digest = createHash('sha256');
  for (const path of [...sources.sort(), ...notesIn(root)]) {
    const file = join(root, path);
    digest.update(`${path}\n`).update(existsSync(file) ? readFileSync(file) : '');
  }
  return digest.digest('hex');
}

/** What the compiler notes of each chapter, by path from the root. */
function notesIn(root: string): readonly string[] {
  const dist = join(root, 'dist');
  const names = existsSync(dist) ? readdirSync(dist) : [];
  return names.filter(name => name.endsWith('.tsbuildinfo')).map(name => join('dist', name));
}

/** Compiles what is not up to date. A fault of types is told, and keeps no test from running. */
export function setup(): void {
  const mark = join(ROOT, COMPILED);
  if (existsSync(mark) && readFileSync(mark, TEXT) === digestOf(ROOT)) return;
  // The compiler compares what sources say only where they are newer than its notes.
  for (const note of notesIn(ROOT)) utimesSync(join(ROOT, note), 0, 0);
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  const options = { cwd: ROOT, stdio: 'inherit' } as const;
  const { status } = spawnSync(process.execPath, [compiler, '-b', 'src', 'src/tools'], options);
  if (status === 0) writeFileSync(mark, digestOf(ROOT));
}
