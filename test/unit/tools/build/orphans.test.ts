import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { removeOrphans } from '../../../../src/tools/build/orphans.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

let root: string;

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeEach(() => {
  root = temporaryFolder();
  write('src/core/tsconfig.json', '{ "compilerOptions": { "outDir": "../../dist/core" } }');
  write('src/core/fill/order.ts');
  write('dist/core/fill/order.js');
  write('dist/core/fill/order.d.ts');
});

describe('what the build removes', () => {
  it('is what was compiled from a source that is gone', () => {
    write('dist/core/fill/renamed.js');
    write('dist/core/fill/renamed.d.ts');
    write('dist/core/gone/order.js');
    const removed = removeOrphans(root).map(path => path.slice(root.length + 1));
    expect(removed.sort()).toEqual([
      join('dist', 'core', 'fill', 'renamed.d.ts'),
      join('dist', 'core', 'fill', 'renamed.js'),
      join('dist', 'core', 'gone', 'order.js'),
    ]);
    expect(existsSync(join(root, 'dist/core/fill/renamed.js'))).toBe(false);
    expect(existsSync(join(root, 'dist/core/fill/order.d.ts'))).toBe(true);
  });

  it('is nothing that a component, or no compiler, has made', () => {
    const types = '{ // the page\n "compilerOptions": { "outDir": "../../dist/page-types" } }';
    write('src/page/tsconfig.json', types);
    write('src/page/button.tsx');
    write('dist/page-types/button.d.ts');
    write('dist/page/assets/index.js');
    write('dist/core/preload/sitecustomize.py');
    expect(removeOrphans(root)).toEqual([]);
  });
});
