import { describe, expect, it } from 'vitest';
import { chapterIn, forbiddenImports, importsAgainst } from '../../support/contract/chapters.js';
import { circles, foldersOf, importsIn } from '../../support/contract/house.js';
import { unusedExports } from '../../support/contract/unused-exports.js';

describe('the checks of the house', () => {
  const chapters = new Map([
    ['a', chapterIn('a', 'Imports: nothing.\n\n- `one` `two`: x\n- own files: y\n')],
    ['b', chapterIn('b', 'Imports: `a`.\n\n- own files: x\n- `last`: y\n')],
  ]);

  it('finds a circle, and none in a line', () => {
    const line = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts']],
      ['c.ts', []],
    ]);
    expect(circles(line)).toEqual([]);
    expect(circles(new Map([...line, ['c.ts', ['a.ts']]]))).toEqual([['a.ts', 'b.ts', 'c.ts']]);
  });

  it('finds a circle of folders that no circle of files makes', () => {
    const imports = new Map([
      ['a/x.ts', ['b/y.ts', 'a/z.ts']],
      ['a/z.ts', []],
      ['b/y.ts', ['b/w.ts']],
      ['b/w.ts', ['a/z.ts']],
    ]);
    expect([imports, foldersOf(imports)].map(circles)).toEqual([[], [['a', 'b']]]);
  });

  it('reads imports of values, of types and on demand', () => {
    const text = `import type { A } from './a.js';\nimport { b } from '../b.js';\nawait import('./c.js');`;
    const known = new Set(['x/a.ts', 'b.ts', 'x/c.ts']);
    expect(importsIn('x/y.ts', text, known)).toEqual(['x/a.ts', 'b.ts', 'x/c.ts']);
  });

  it('reads the chapters and rooms of a README, and refuses one without', () => {
    expect(chapters.get('a')).toEqual({ imports: [], rooms: ['one', 'two', 'own files'] });
    expect(chapters.get('b')).toEqual({ imports: ['a'], rooms: ['own files', 'last'] });
    expect(() => chapterIn('c', '# c\n\nNo list.')).toThrow('src/c/README.md: it needs');
  });

  it('finds imports of a later room and of a chapter that is not named', () => {
    const imports = new Map([
      ['a/one/x.ts', ['a/two/y.ts', 'b/z.ts']],
      ['a/two/y.ts', ['a/one/x.ts']],
      ['a/top.ts', ['a/two/y.ts']],
      ['b/z.ts', ['a/top.ts', 'b/last/w.ts']],
    ]);
    expect(forbiddenImports(chapters, imports)).toEqual([
      'a/one/x.ts imports a/two/y.ts',
      'a/one/x.ts imports b/z.ts',
      'b/z.ts imports b/last/w.ts',
    ]);
  });

  it('finds imports of a later room of a folder inside a chapter, and of no other folder', () => {
    const imports = new Map([
      ['a/one/in/x.ts', ['a/one/out/y.ts', 'a/one/top.ts', 'a/two/z.ts']],
      ['a/one/out/y.ts', ['a/one/in/x.ts', 'a/one/top.ts']],
      ['a/one/top.ts', ['a/one/in/x.ts']],
    ]);
    expect(importsAgainst(['in', 'own files', 'out'], 'a/one', imports)).toEqual([
      'a/one/in/x.ts imports a/one/out/y.ts',
      'a/one/in/x.ts imports a/one/top.ts',
    ]);
  });

  it('finds a value that is exported for nothing', () => {
    const sources = new Map([
      ['a.ts', 'export const used = 1;\nexport function alone() {}\nexport interface Shape {}'],
      ['b.ts', "import { used } from './a.js';\nexport const tested = used;"],
    ]);
    expect(unusedExports(sources, ["import { tested } from '../src/b.js';"])).toEqual([
      'a.ts alone',
    ]);
  });
});
