/** Before the tests: compiles the sources where one has changed since the last build. */

import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../files/paths.js';

/** What the compiler writes at the end of each of its parts. */
const STAMPS = ['core', 'src', 'report-page'].map(name => join('dist', `${name}.tsbuildinfo`));

/** When the file was last changed, in milliseconds; 0 when it is not there. */
function changed(path: string): number {
  return statSync(join(ROOT, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Compiles what is not up to date. A fault of types is told, and keeps no test from running. */
export function setup(): void {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
  const last = Math.max(...STAMPS.map(changed));
  const isNewer = (name: string) => /\.(ts|json)$/.test(name) && changed(join('src', name)) > last;
  if (!sources.some(isNewer)) return;
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc');
  spawnSync(process.execPath, [compiler, '-b', 'src'], { cwd: ROOT, stdio: 'inherit' });
}
