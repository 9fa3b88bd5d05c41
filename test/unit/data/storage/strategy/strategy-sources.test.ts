import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { strategyDigest } from '../../../../../src/data/storage/strategy/strategy-sources.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

/** Writes files of a strategy. @returns its folder, and a way to ask for the digest again. */
function strategy(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'lib'));
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  return { write, digest: () => strategyDigest(join(folder, 'main.ts')) };
}

describe('the digest of a strategy', () => {
  it('is that of its module when it imports no file', async () => {
    const text = "import { SMA } from 'trading-signals';\nexport const strategy = () => ({});\n";
    const { digest } = strategy({ 'main.ts': text });
    expect(await digest()).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it.each([
    ['a file', 'lib/a.ts'],
    ['a file of a file, in a circle', 'lib/b.ts'],
    ['a file without its ending', 'lib/c.ts'],
    ['a file that is loaded late', 'lib/d.mjs'],
  ])('changes with %s that it imports', async (_what, name) => {
    const { write, digest } = strategy({
      'main.ts':
        "import {\n  a,\n} from './lib/a.js';\nimport c from './lib/c';\nconst d = () => import('./lib/d.mjs');\n",
      'lib/a.ts': "export { b as a } from './b.js';\n",
      'lib/b.ts': "import { a } from './a.js';\nexport const b = 1;\n",
      'lib/c.ts': 'export default 1;\n',
      'lib/d.mjs': 'export default 1;\n',
    });
    const before = await digest();
    expect(await digest()).toBe(before);
    write(name, 'export const b = 2;\n');
    expect(await digest()).not.toBe(before);
  });

  it('does not follow types, and leaves missing modules to the loader', async () => {
    const { write, digest } = strategy({
      'main.ts':
        "import type { A } from './lib/a.js';\nimport type {\n  B,\n} from './lib/a.js';\nimport { x } from './lib/none.js';\n",
      'lib/a.ts': 'export type A = 1;\n',
    });
    const before = await digest();
    write('lib/a.ts', 'export type A = 2;\n');
    expect(await digest()).toBe(before);
  });
});
