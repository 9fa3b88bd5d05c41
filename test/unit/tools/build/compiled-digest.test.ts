import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { compiledDigest } from '../../../../src/tools/build/compiled-digest.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

let root: string;

/** Writes a file that looks as if it was changed long ago. */
function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
  utimesSync(join(root, path), 1, 1);
}

beforeEach(() => {
  root = temporaryFolder();
  for (const folder of ['src', 'dist']) mkdirSync(join(root, folder));
  write('src/one.ts', 'one');
  write('dist/core.tsbuildinfo', '{}');
});

describe('what tests are compiled of', () => {
  it.each([
    ['a source says something else', () => write('src/one.ts', 'two')],
    ['a source is new', () => write('src/two.ts', '')],
    ['a source is gone', () => rmSync(join(root, 'src/one.ts'))],
    ['another build was copied there', () => write('dist/core.tsbuildinfo', '{"version":"1"}')],
    ['the build is gone', () => rmSync(join(root, 'dist/core.tsbuildinfo'))],
  ])('is something else when %s, whatever the times of files', (_name, change) => {
    const before = compiledDigest(root);
    change();
    expect(compiledDigest(root)).not.toBe(before);
  });

  it('is the same when only times differ', () => {
    const before = compiledDigest(root);
    utimesSync(join(root, 'src/one.ts'), 2, 2);
    expect(compiledDigest(root)).toBe(before);
  });
});
