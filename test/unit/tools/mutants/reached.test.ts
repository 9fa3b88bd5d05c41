import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawn } from '../../../../src/tools/mutants/draw.js';
import { keyOf } from '../../../../src/tools/mutants/mutant.js';
import { mutantsOf } from '../../../../src/tools/mutants/mutants-of.js';
import { hasRun, readReached, testsReaching } from '../../../../src/tools/mutants/reached.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

const TEXT = 'const n = 1;\nfunction f(a) {\n  if (a < n)\n    return 2;\n  return a;\n}\n';
const MODULE = 'dist/core/order/f.js';
const MUTANTS = mutantsOf(MODULE, TEXT);
/** Blocks as V8 counts them: the module, `f`, and the branch of its condition. */
const BRANCH = TEXT.indexOf('return 2');
const blocks = (f: number, branch: number) => [
  [0, TEXT.length, 1],
  [TEXT.indexOf('function'), TEXT.length - 1, f],
  [BRANCH, BRANCH + 9, branch],
];

/** What three test files ran, as a run records it. */
function recorded() {
  const folder = temporaryFolder();
  const row = (test: string, ms: number, of: readonly (readonly number[])[], path = MODULE) =>
    JSON.stringify({ test, ms, scripts: [{ path, blocks: of }] });
  const rows = [
    row('test/golden/slow.test.ts', 900, blocks(1, 1)),
    row('test/api/quick.test.ts', 5, blocks(1, 0)),
    row('test/unit/core/order/f.test.ts', 100, blocks(1, 1)),
    row('test/unit/core/none.test.ts', 1, blocks(0, 0)),
    row('test/unit/core/kept.test.ts', 7, [[0, 9, 1]], 'dist/core/other.js'),
    row(
      'test/unit/core/user.test.ts',
      1,
      [
        [0, 9, 1],
        [2, 4, 1],
      ],
      'dist/core/user.js',
    ),
  ];
  writeFileSync(join(folder, '1.ndjson'), `${rows.join('\n')}\n`);
  return readReached(folder);
}

function testsOf(text: string, replacement: string): readonly string[] {
  const mutant = MUTANTS.find(each => each.text === text && each.replacement === replacement);
  if (mutant === undefined) throw new Error(`no mutant ${text} -> ${replacement}`);
  return testsReaching(mutant, recorded(), new Map()).map(({ test }) => test);
}

describe('the tests of a mutant', () => {
  it('are those that ran its block: that of the module first, then the quickest', () => {
    expect(testsOf('<', '<=')).toEqual([
      'test/unit/core/order/f.test.ts',
      'test/api/quick.test.ts',
      'test/golden/slow.test.ts',
    ]);
    expect(testsOf('2', '(2 + 1)')).toEqual([
      'test/unit/core/order/f.test.ts',
      'test/golden/slow.test.ts',
    ]);
  });

  it('are, outside all functions, those that ran a function of the module, or of one that imports it', () => {
    expect(testsOf('1', '0')).toEqual(testsOf('<', '<='));
    const mutant = MUTANTS.find(({ owner }) => owner === 'the module');
    const importers = new Map([
      [MODULE, ['dist/core/user.js']],
      ['dist/core/user.js', ['dist/core/other.js']],
    ]);
    expect(testsReaching(mutant!, recorded(), importers).map(({ test }) => test)).toEqual([
      'test/unit/core/order/f.test.ts',
      'test/unit/core/user.test.ts',
      'test/api/quick.test.ts',
      'test/golden/slow.test.ts',
    ]);
  });

  it('are, of a table alone, those that ran a function of a module that imports it', () => {
    const [mutant] = mutantsOf('dist/core/table.js', 'const t = 1;\n');
    const importers = new Map([
      ['dist/core/table.js', ['dist/core/between.js']],
      ['dist/core/between.js', ['dist/core/user.js']],
    ]);
    expect(testsReaching(mutant!, recorded(), importers)).toEqual([
      { test: 'test/unit/core/user.test.ts', ms: 1 },
    ]);
    expect(testsReaching(mutant!, recorded(), new Map())).toEqual([]);
  });

  it('are also that of a table itself, which may only read what stands in it', () => {
    const [mutant] = mutantsOf('dist/core/kept.js', 'const t = 1;\n');
    const own = { test: 'test/unit/core/kept.test.ts', ms: 7 };
    expect(testsReaching(mutant!, recorded(), new Map())).toEqual([own]);
    const importers = new Map([['dist/core/kept.js', ['dist/core/user.js']]]);
    expect(testsReaching(mutant!, recorded(), importers)).toEqual([
      own,
      { test: 'test/unit/core/user.test.ts', ms: 1 },
    ]);
  });

  it('follow the smallest block around a place', () => {
    expect(
      hasRun(
        [
          [0, 10, 1],
          [2, 8, 0],
          [4, 6, 1],
        ],
        5,
      ),
    ).toBe(true);
    expect(
      hasRun(
        [
          [0, 10, 1],
          [2, 8, 0],
          [4, 6, 1],
        ],
        7,
      ),
    ).toBe(false);
    expect(hasRun([], 0)).toBe(false);
  });
});

describe('the draw', () => {
  it('takes other mutants for another seed, and the same ones when another line changes', () => {
    const keys = (text: string, seed: string) =>
      drawn(mutantsOf(MODULE, text), seed, 3).map(keyOf).sort();
    expect(keys(TEXT, '1')).toHaveLength(3);
    expect(keys(TEXT, '1')).not.toEqual(keys(TEXT, '2'));
    expect(keys(`// A comment.\n${TEXT}`, '1')).toEqual(keys(TEXT, '1'));
  });
});
