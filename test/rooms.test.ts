import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  circles,
  crowdedFolders,
  forbiddenImports,
  importsIn,
  importsOf,
  roomOf,
  roomsIn,
  textsIn,
  upwardRows,
} from './support/contract/house.js';
import { unusedExports } from './support/contract/unused-exports.js';
import { ROOT } from './support/files/paths.js';

/** Folders that may be large because their files are alike: members of a family, one a file. */
const FAMILIES: Readonly<Record<string, string>> = {
  'broker/api/v20/schema': 'one resource of v20 a file',
  'tools/bench/benches': 'one bench a file',
};
const FOLDER_FILES_MAX = 16;

const SOURCES = textsIn('src');
const IMPORTS = importsOf(SOURCES);
const ROOMS = roomsIn(readFileSync(join(ROOT, 'src', 'ARCHITECTURE.md'), 'utf8'));

describe('the house', () => {
  it('has no circle of imports, not even of types', () => {
    expect(circles(IMPORTS)).toEqual([]);
  });

  it('has every file in a room of the architecture table', () => {
    const outside = [...IMPORTS.keys()].filter(file => roomOf(ROOMS, file) === undefined);
    expect(outside).toEqual([]);
  });

  it('has a file in every room of the table', () => {
    const rooms = new Set([...IMPORTS.keys()].map(file => roomOf(ROOMS, file)?.path));
    expect(ROOMS.map(({ path }) => path).filter(path => !rooms.has(path))).toEqual([]);
  });

  it('imports only what the table allows', () => {
    expect(forbiddenImports(ROOMS, IMPORTS)).toEqual([]);
  });

  it('lists rooms in an order in which each imports only those above it', () => {
    expect(upwardRows(ROOMS)).toEqual([]);
  });

  it('has no folder of more than 16 files that is not a family of alike members', () => {
    const crowded = crowdedFolders(IMPORTS.keys(), FOLDER_FILES_MAX);
    expect([...crowded.keys()].sort()).toEqual(Object.keys(FAMILIES).sort());
  });
});

describe('the files of the house', () => {
  it('export no value that nobody uses', () => {
    expect(unusedExports(SOURCES, textsIn('test').values())).toEqual([]);
  });
});

describe('the checks of the house', () => {
  const rooms = roomsIn(
    '| `a` | first | nothing |\n| `a/b` | second | `a` |\n| `c` | third | all above |\n',
  );

  it('finds a circle, and none in a line', () => {
    const line = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', []],
    ]);
    expect(circles(line)).toEqual([]);
    expect(circles(new Map([...line, ['c.ts', ['a.ts']]]))).toEqual([['a.ts', 'b.ts', 'c.ts']]);
  });

  it('reads imports of values, of types and on demand', () => {
    const text = `import type { A } from './a.js';\nimport { b } from '../b.js';\nawait import('./c.js');`;
    const known = new Set(['x/a.ts', 'b.ts', 'x/c.ts']);
    expect(importsIn('x/y.ts', text, known)).toEqual(['x/a.ts', 'b.ts', 'x/c.ts']);
  });

  it('finds an import that the table does not allow', () => {
    const imports = new Map([
      ['a/one.ts', ['c/two.ts']],
      ['c/two.ts', ['a/one.ts', 'a/b/three.ts']],
      ['a/b/three.ts', ['a/one.ts']],
    ]);
    expect(forbiddenImports(rooms, imports)).toEqual(['a/one.ts imports c/two.ts']);
  });

  it('finds a value that is exported for nobody', () => {
    const sources = new Map([
      ['a.ts', 'export const used = 1;\nexport function alone() {}\nexport interface Shape {}'],
      ['b.ts', "import { used } from './a.js';\nexport const tested = used;"],
    ]);
    expect(unusedExports(sources, ["import { tested } from '../src/b.js';"])).toEqual([
      'a.ts alone',
    ]);
  });

  it('finds a row that allows what stands below it', () => {
    expect(upwardRows(rooms)).toEqual([]);
    expect(upwardRows(roomsIn('| `a` | first | `b` |\n| `b` | second | nothing |'))).toEqual([
      'a may import b',
    ]);
  });
});
