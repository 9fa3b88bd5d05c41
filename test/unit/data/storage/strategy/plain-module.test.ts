import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPlainModule } from '../../../../../src/data/storage/strategy/plain-module.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

/** Writes a module of a name, and returns its path. */
function moduleOf(source: string, name = 'main.ts'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, source);
  return path;
}

describe('a plain module', () => {
  it('is run anew at each call, translated the first time and as it was kept', () => {
    const path = moduleOf('let calls: number = 0; export const count = () => ++calls;');
    for (let call = 0; call < 2; call++) {
      const { count } = loadPlainModule(path) as { count(): number };
      expect([count(), count()]).toEqual([1, 2]);
    }
  });

  it('is translated again when its source has changed', () => {
    const path = moduleOf('export const answer: number = 1;');
    expect(loadPlainModule(path)).toEqual({ answer: 1 });
    writeFileSync(path, 'export const answer: number = 2;');
    expect(loadPlainModule(path)).toEqual({ answer: 2 });
  });

  it('throws what the module throws', () => {
    const path = moduleOf("const words: string = 'not now'; throw new Error(words);");
    expect(() => loadPlainModule(path)).toThrow('not now');
  });

  it.each([
    ['imports values', moduleOf("import { sep } from 'node:path'; export const answer = sep;")],
    ['has a default export', moduleOf('export default { answer: 1 as number };')],
    ['asks where it is', moduleOf('export const here: string = __dirname + __filename;')],
    ['is JavaScript', moduleOf('export const answer = 1;', 'main.js')],
    ['cannot be read', moduleOf('export const answer: = 1;')],
    ['is not there', join(temporaryFolder(), 'main.ts')],
  ])('that %s is left to what finds modules', (_what, path) => {
    expect(loadPlainModule(path)).toBeUndefined();
  });
});
