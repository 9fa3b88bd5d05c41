/**
 * The house as the tests see it: which file imports which, which room a file is in, and where imports
 * run in a circle. Read from the sources as text; imports of types count too.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { ROOT } from '../files/paths.js';

/** Files of `src` by path from it, each with the files that it imports. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** A row of the table of rooms in src/ARCHITECTURE.md. */
export interface Room {
  /** A folder of `src`, or a file. */
  readonly path: string;
  /** Rooms that its files may import; a room stands for those inside it, too, but for a room inside it. */
  readonly mayImport: readonly string[];
}

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/** Reads every TypeScript file in a folder of the repository: texts by path from the folder. */
export function textsIn(top: string): ReadonlyMap<string, string> {
  const folder = join(ROOT, top);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => name.split(sep).join('/'))
    .filter(name => /\.tsx?$/.test(name))
    .sort();
  return new Map(names.map(name => [name, readFileSync(join(folder, name), 'utf8')]));
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

/** Groups of files that import each other in a circle, each sorted; none when all is well. */
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

/** Reads the rows `| room | what it decides | may import |`; `nothing` and `all above` are words of it. */
export function roomsIn(architecture: string): Room[] {
  const rooms: Room[] = [];
  for (const line of architecture.split('\n')) {
    const [, name = '', , allowed = ''] = line.split('|').map(cell => cell.trim());
    const path = /^`([^`]+)`$/.exec(name)?.[1];
    if (path === undefined || allowed === '') continue;
    const named = [...allowed.matchAll(/`([^`]+)`/g)].map(([, room = '']) => room);
    const above = allowed.includes('all above') ? rooms.map(room => room.path) : [];
    rooms.push({ path, mayImport: [...named, ...above] });
  }
  return rooms;
}

/** The room that a file is in: the deepest one whose path its own begins with. */
export function roomOf(rooms: readonly Room[], file: string): Room | undefined {
  return rooms
    .filter(({ path }) => file === path || file.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

/** Whether the row of `here` means `there` by `name`: a room within a room means that one's own files. */
function means(here: string, name: string, there: string): boolean {
  return there === name || (there.startsWith(`${name}/`) && !here.startsWith(`${name}/`));
}

/** Imports that the table does not allow, as `importer imports file`. */
export function forbiddenImports(rooms: readonly Room[], imports: Imports): string[] {
  const wrong: string[] = [];
  for (const [file, targets] of imports) {
    const here = roomOf(rooms, file);
    for (const target of targets) {
      const there = roomOf(rooms, target);
      if (here === undefined || there === undefined || here === there) continue;
      const isAllowed = here.mayImport.some(room => means(here.path, room, there.path));
      if (!isAllowed) wrong.push(`${file} imports ${target}`);
    }
  }
  return wrong;
}

/** Rooms that the table lets import a room which stands below them in it. */
export function upwardRows(rooms: readonly Room[]): string[] {
  return rooms.flatMap(({ path, mayImport }, row) =>
    mayImport
      .filter(room => {
        const within = (each: Room) => each.path !== path && means(path, room, each.path);
        return !rooms.slice(0, row).some(within) || rooms.slice(row + 1).some(within);
      })
      .map(room => `${path} may import ${room}`),
  );
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
