/**
 * The house as the tests see it: which file imports which, and where imports run in a circle. Read from
 * the sources as text; imports of types count too.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { ROOT } from '../files/paths.js';

/** Files of `src` by path from it, each with the files that it imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/** The paths of all files and folders below a folder of the repository, from that folder, sorted. */
export function pathsIn(top: string): readonly string[] {
  return readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
    .map(name => name.split(sep).join('/'))
    .sort();
}

/** The names of the folders that lie in a folder of the repository itself. */
export function roomsIn(top: string): readonly string[] {
  return readdirSync(join(ROOT, top), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Reads every TypeScript file in a folder of the repository: texts by path from the folder. */
export function textsIn(top: string): ReadonlyMap<string, string> {
  const names = pathsIn(top).filter(name => /\.tsx?$/.test(name));
  return new Map(names.map(name => [name, readFileSync(join(ROOT, top, name), 'utf8')]));
}

/** The imports of files. @param texts - by path from `src`. */
export function importsOf(texts: ReadonlyMap<string, string>): Imports {
  const known = new Set(texts.keys());
  return new Map([...texts].map(([name, text]) => [name, importsIn(name, text, known)]));
}

/** The files that `text`, the file `name`, imports; what is not in `known` is no source file. */
export function importsIn(name: string, text: string, known: ReadonlySet<string>): string[] {
  return [...text.matchAll(IMPORT)]
    .map(([, target = '']) => posix.join(posix.dirname(name), target).replace(/\.js$/, '.ts'))
    .map(path => (known.has(path) ? path : `${path}x`))
    .filter(path => known.has(path));
}

/** Folders of `src`, each with the other folders that its own files import. */
export function foldersOf(imports: Imports): Imports {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const folder = posix.dirname(file);
    const others = targets.map(target => posix.dirname(target)).filter(each => each !== folder);
    folders.set(folder, new Set([...(folders.get(folder) ?? []), ...others]));
  }
  return new Map([...folders].map(([folder, others]) => [folder, [...others]]));
}

/** Groups of files, or of folders, that import each other in a circle, each sorted; none when all is well. */
export function circles(imports: Imports): readonly (readonly string[])[] {
  const found: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file) as number);
    open.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!index.has(target)) visit(target);
      if (open.includes(target)) {
        low.set(file, Math.min(low.get(file) as number, low.get(target) as number));
      }
    }
    if (low.get(file) !== index.get(file)) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1 || imports.get(file)?.includes(file)) found.push(group.sort());
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return found;
}

/** Folders of `src` with more than `most` source files of their own, with their number. */
export function crowdedFolders(files: Iterable<string>, most: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const file of files) {
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return new Map([...counts].filter(([, count]) => count > most));
}
