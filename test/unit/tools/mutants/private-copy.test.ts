import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { privateCopy } from '../../../../src/tools/mutants/private-copy.js';
import { temporaryFolder } from '../../../support/files/temporary.js';

it('a copy has every module of a folder, whatever the folder is named, and nothing that is packed or covered', () => {
  const root = temporaryFolder();
  const files = ['dist/core/base/packed/list.js', 'packed/orrery.tgz', 'coverage/index.html'];
  for (const file of files) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), file);
  }
  mkdirSync(join(root, 'node_modules'));
  const copy = privateCopy(root);
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const [compiled = '', ...others] = files;
  expect(readFileSync(join(copy, compiled), 'utf8')).toBe(compiled);
  expect(others.filter(file => existsSync(join(copy, file)))).toEqual([]);
  expect(existsSync(join(copy, 'node_modules'))).toBe(true);
});
