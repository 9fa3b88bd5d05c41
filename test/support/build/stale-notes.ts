/**
 * Which notes of the compiler are of other sources than those that are here. The compiler compares what
 * sources say only where they are newer than its notes, and times tell nothing of a folder that was copied
 * from another checkout.
 */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { compilerNotes } from '../../../src/tools/build/compiled-digest.js';

/** The part of the compiler's notes of one project that is read here; names are relative to the notes. */
interface Notes {
  readonly fileNames: readonly string[];
  readonly fileInfos: readonly (string | { readonly version: string })[];
}

/**
 * The notes in `dist` below `root`, as paths from there, of which a source is gone or says something
 * else. All of them when a source is in none, or when notes are not in the form that is known here.
 */
export function staleNotes(root: string): readonly string[] {
  const notes = compilerNotes(root);
  const noted = new Set<string>();
  const stale = notes.filter(path => {
    const sources = sourcesIn(JSON.parse(readFileSync(join(root, path), 'utf8')));
    for (const [source] of sources) noted.add(source);
    return sources.some(([source, version]) => versionOf(join(root, source)) !== version);
  });
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const isNoted = (name: string) => noted.has(join('src', name));
  return names.filter(name => /\.tsx?$/.test(name)).every(isNoted) ? stale : notes;
}

/** The sources of a project, as paths from the root, with what the compiler knows them by. */
function sourcesIn({ fileNames = [], fileInfos = [] }: Partial<Notes>) {
  return fileNames.flatMap((name, place): [source: string, version: string | undefined][] => {
    const source = normalize(join('dist', name));
    const info = fileInfos[place];
    if (!source.startsWith(join('src', '/'))) return [];
    return [[source, typeof info === 'string' ? info : info?.version]];
  });
}

/** What the compiler knows a source by; undefined when it is gone. */
function versionOf(path: string): string | undefined {
  return existsSync(path)
    ? createHash('sha256').update(readFileSync(path)).digest('hex')
    : undefined;
}
