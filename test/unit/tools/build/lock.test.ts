import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../../support/files/paths.js';

/** What package-lock.json says of each package: npm installs one for any system that it is not told of. */

interface Locked {
  readonly integrity?: string;
  readonly os?: readonly string[];
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const LOCKED = Object.entries(packages).filter(([path]) => path !== '');
const OF_ONE_SYSTEM =
  /[/-](?:aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-[^/]*$/;

it('each package has a checksum', () => {
  const without = LOCKED.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'));
  expect(without.map(([path]) => path)).toEqual([]);
});

it('a package for one system names it, so that npm leaves it out on others', () => {
  const ofOneSystem = LOCKED.filter(([path]) => OF_ONE_SYSTEM.test(path));
  expect(ofOneSystem.length).toBeGreaterThan(50);
  expect(ofOneSystem.filter(([, { os = [] }]) => os.length === 0).map(([path]) => path)).toEqual(
    [],
  );
});
