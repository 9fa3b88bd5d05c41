/** Before the tests: compiles the sources where the compiled modules are not those of these sources. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT, compiledDigest } from '../../../src/tools/build/compiled-digest.js';
import { ROOT } from '../files/paths.js';
import { staleNotes } from './stale-notes.js';

/** Compiles what is not up to date. Types are not checked: `npm run check` does that. */
export function setup(): void {
  const mark = join(ROOT, BUILT);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === compiledDigest(ROOT)) return;
  // The compiler sees by their times that such notes are out of date.
  for (const note of staleNotes(ROOT)) utimesSync(join(ROOT, note), 0, 0);
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  const options = { cwd: ROOT, stdio: 'inherit' } as const;
  const { status } = spawnSync(
    process.execPath,
    [compiler, '-b', 'src', 'src/tools', '--noCheck'],
    options,
  );
  if (status === 0) writeFileSync(mark, compiledDigest(ROOT));
}
