/** Before the tests: compiles the sources where the compiled modules are not those of these sources. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT, compiledDigest, compilerNotes } from '../../../src/tools/build/compiled-digest.js';
import { ROOT } from '../files/paths.js';

/** The digest of what was compiled last, tools included. */
const COMPILED = join('dist', 'compiled.sha256');

/** Compiles what is not up to date. A fault of types is told, and keeps no test from running. */
export function setup(): void {
  const digest = compiledDigest(ROOT);
  const isMarked = (mark: string) =>
    existsSync(join(ROOT, mark)) && readFileSync(join(ROOT, mark), 'utf8') === digest;
  if (isMarked(COMPILED)) return;
  // The build has compiled all but the tools. After anything else times are no sign: the compiler compares
  // what sources say only where they are newer than its notes.
  if (!isMarked(BUILT)) for (const note of compilerNotes(ROOT)) utimesSync(join(ROOT, note), 0, 0);
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  const options = { cwd: ROOT, stdio: 'inherit' } as const;
  const { status } = spawnSync(process.execPath, [compiler, '-b', 'src', 'src/tools'], options);
  if (status === 0) writeFileSync(join(ROOT, COMPILED), compiledDigest(ROOT));
}
