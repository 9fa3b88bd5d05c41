import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { staleNotes } from '../../../support/build/stale-notes.js';
import { ROOT } from '../../../support/files/paths.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

const CORE = join('dist', 'core.tsbuildinfo');
const DATA = join('dist', 'data.tsbuildinfo');
let root: string;

/** Writes a file that looks as if it was changed long ago. */
function write(path: string, text: string): void {
  writeFileSync(join(root, path), text);
  utimesSync(join(root, path), 1, 1);
}

/** Notes of one source, in the form of the compiler. */
function note(path: string, source: string, text: string): void {
  const version = createHash('sha256').update(text).digest('hex');
  const fileNames = ['../node_modules/typescript/lib/lib.es5.d.ts', `../src/${source}`];
  write(path, JSON.stringify({ fileNames, fileInfos: ['0', { version, signature: '0' }] }));
}

beforeEach(() => {
  root = temporaryFolder();
  for (const folder of ['src', 'dist']) mkdirSync(join(root, folder));
  write('src/one.ts', 'one');
  write('src/two.tsx', 'two');
  note(CORE, 'one.ts', 'one');
  note(DATA, 'two.tsx', 'two');
});

describe('notes of the compiler', () => {
  it('are not stale when only times differ', () => {
    utimesSync(join(root, 'src/one.ts'), 2, 2);
    expect(staleNotes(root)).toEqual([]);
  });

  it.each([
    ['a source says something else', [CORE], () => write('src/one.ts', 'three')],
    ['a source is gone', [DATA], () => rmSync(join(root, 'src/two.tsx'))],
    ['another build was copied there', [CORE], () => note(CORE, 'one.ts', 'three')],
    ['a source is in none', [CORE, DATA], () => write('src/three.ts', 'three')],
    ['they are of another form', [CORE, DATA], () => write(DATA, '{}')],
    ['there are none', [], () => rmSync(join(root, 'dist'), { recursive: true })],
  ])('are stale when %s: %j', (_name, stale, change) => {
    change();
    expect(staleNotes(root)).toEqual(stale);
  });

  it('have the form that is known here: those of this checkout, which was compiled, are not stale', () => {
    expect(staleNotes(ROOT)).toEqual([]);
  });
});
