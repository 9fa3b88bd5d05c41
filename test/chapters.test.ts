import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as chapters from './support/contract/chapters.js';
import * as house from './support/contract/house.js';
import { unusedExports } from './support/contract/unused-exports.js';
import { ROOT } from './support/files/paths.js';

/** Folders that may be large because their files are alike: members of a family, one a file. */
const FAMILIES: Readonly<Record<string, string>> = {
  'broker/api/v20/schema': 'one resource of v20 a file',
  'tools/bench/benches': 'one bench a file',
};
const SOURCES = house.textsIn('src');
const IMPORTS = house.importsOf(SOURCES);
const PATHS = house.pathsIn('src');
const readme = (name: string) => readFileSync(join(ROOT, 'src', name, 'README.md'), 'utf8');
const FOLDERS = PATHS.filter(path => path.endsWith('/README.md')).map(path => posix.dirname(path));
const CHAPTERS = new Map(
  house.roomsIn('src').map(name => [name, chapters.chapterIn(name, readme(name))]),
);

describe('the house', () => {
  it('has no circle of files, folders or chapters, not even of types', () => {
    const between = new Map([...CHAPTERS].map(([name, { imports }]) => [name, imports]));
    expect([IMPORTS, house.foldersOf(IMPORTS), between].map(house.circles)).toEqual([[], [], []]);
  });

  it('has source files in chapters only, and own files where the list has them', () => {
    const own = [...IMPORTS.keys()].filter(file => file.split('/').length < 3);
    const rooms = (file: string) => CHAPTERS.get(posix.dirname(file))?.rooms ?? [];
    expect(own.filter(file => !rooms(file).includes('own files'))).toEqual([]);
  });

  it.each(FOLDERS)('lists every folder of %s, in at most 15 lines and in order', name => {
    const rooms = chapters.roomsOf(readme(name));
    expect(readme(name).trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    expect(rooms.filter(room => room !== 'own files').sort()).toEqual(house.roomsIn(`src/${name}`));
    expect(chapters.importsAgainst(rooms, name, IMPORTS)).toEqual([]);
  });

  it('imports only chapters that the list names, and rooms that stand earlier in it', () => {
    expect(chapters.forbiddenImports(CHAPTERS, IMPORTS)).toEqual([]);
  });

  it('has no folder of more than 16 files that is not a family of alike members', () => {
    const crowded = house.crowdedFolders(IMPORTS.keys(), 16);
    expect([...crowded.keys()].sort()).toEqual(Object.keys(FAMILIES).sort());
  });

  it('exports no value that nothing uses', () => {
    expect(unusedExports(SOURCES, house.textsIn('test').values())).toEqual([]);
  });
});
