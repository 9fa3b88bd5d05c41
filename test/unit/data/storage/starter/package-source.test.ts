import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageSource } from '../../../../../src/data/storage/starter/package-source.js';
import { TYPESCRIPT } from '../../../../../src/data/storage/starter/texts.js';
import { VERSION } from '../../../../../src/data/version.js';
import { ROOT } from '../../../../support/files/paths.js';
import { temporaryFolder } from '../../../../support/files/temporary.js';

describe('where a starter project gets Orrery from', () => {
  it.each([
    '/home/me/project/node_modules/orrery-fx/',
    '/usr/lib/node_modules/orrery-fx',
    'C:\\Users\\me\\AppData\\Roaming\\npm\\node_modules\\orrery-fx',
  ])('is the version when npm installed the running one: %s', root => {
    expect(packageSource(root)).toBe(VERSION);
  });

  it.each(['/home/me/orrery/', '/home/me/my_node_modules/orrery/'])(
    'is the folder of a checkout: %s',
    root => {
      expect(packageSource(root)).toBe(`file:${root.slice(0, -1)}`);
    },
  );

  it('is the tarball that npm installed it from, as long as that is there', () => {
    const folder = temporaryFolder();
    const root = join(folder, 'node_modules', 'orrery-fx');
    mkdirSync(root, { recursive: true });
    const packages = { 'node_modules/orrery-fx': { resolved: 'file:packed/orrery.tgz' } };
    writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
    expect(packageSource(root)).toBe(VERSION);
    mkdirSync(join(folder, 'packed'));
    writeFileSync(join(folder, 'packed', 'orrery.tgz'), '');
    expect(packageSource(root)).toBe(`file:${join(folder, 'packed', 'orrery.tgz')}`);
  });
});

describe('the compiler of a starter project', () => {
  it('is the one that the sources are compiled with', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(TYPESCRIPT).toBe(devDependencies.typescript);
  });
});
