/**
 * Compiled modules whose sources are gone. The compiler writes modules and removes none: without this
 * the module of a source that was renamed stays in dist, and is packed.
 */

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const CONFIG = /^tsconfig\b.*\.json$/;
/** The folder into which a project is compiled; its sources lie beside its configuration. */
const OUTPUT = /"outDir":\s*"([^"]+)"/;
const MODULE = /(?:\.d\.ts|\.js)$/;
const SOURCES = ['.ts', '.tsx'];

/**
 * Removes the modules and declarations that no source below `root` stands behind.
 * @returns the removed files, absolute.
 */
export function removeOrphans(root: string): readonly string[] {
  const orphans = filesBelow(join(root, 'src'), CONFIG).flatMap(orphansOf);
  for (const path of orphans) rmSync(path, { force: true });
  return orphans;
}

/** The orphans of the project with this configuration. */
function orphansOf(config: string): string[] {
  const sources = dirname(config);
  const [, output] = OUTPUT.exec(readFileSync(config, 'utf8')) ?? [];
  if (output === undefined) return [];
  const compiled = join(sources, output);
  return filesBelow(compiled, MODULE).filter(path => {
    const name = path.slice(compiled.length).replace(MODULE, '');
    return !SOURCES.some(ending => existsSync(join(sources, name + ending)));
  });
}

/** The files of a folder and of those in it whose names match; none when there is no such folder. */
function filesBelow(folder: string, name: RegExp): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile() && name.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name));
}
