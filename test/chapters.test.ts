import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Chapter, chapterIn, forbiddenImports } from './support/contract/chapters.js';
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
const FOLDERS = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name);
const readme = (name: string) => readFileSync(join(ROOT, 'src', name, 'README.md'), 'utf8');
const CHAPTERS = new Map<string, Chapter>(
  FOLDERS.map(name => [name, chapterIn(name, readme(name))]),
);

describe('the house', () => {
  it('has no circle of files, folders or chapters, not even of types', () => {
    const chapters = new Map([...CHAPTERS].map(([name, { imports }]) => [name, imports]));
    expect([IMPORTS, house.foldersOf(IMPORTS), chapters].map(house.circles)).toEqual([[], [], []]);
  });

  it('has files in chapters only, each of them in a room of its list', () => {
    const wrong = [...IMPORTS.keys()].filter(file => {
      const [chapter = '', room = '', ...rest] = file.split('/');
      const rooms = CHAPTERS.get(chapter)?.rooms ?? [];
      return !rooms.includes(rest.length === 0 ? 'own files' : room);
    });
    expect(wrong).toEqual([]);
  });

  it.each(FOLDERS)(
    'describes %s in at most 15 lines, and every room that it lists exists',
    name => {
      expect(readme(name).trimEnd().split('\n').length).toBeLessThanOrEqual(15);
      const rooms = CHAPTERS.get(name)?.rooms.filter(room => room !== 'own files') ?? [];
      expect(rooms.filter(room => !existsSync(join(ROOT, 'src', name, room)))).toEqual([]);
    },
  );

  it('imports only chapters that the list names, and rooms that stand earlier in it', () => {
    expect(forbiddenImports(CHAPTERS, IMPORTS)).toEqual([]);
  });

  it('has no folder of more than 16 files that is not a family of alike members', () => {
    const crowded = house.crowdedFolders(IMPORTS.keys(), 16);
    expect([...crowded.keys()].sort()).toEqual(Object.keys(FAMILIES).sort());
  });

  it('exports no value that nothing uses', () => {
    expect(unusedExports(SOURCES, house.textsIn('test').values())).toEqual([]);
  });
});
