/**
 * `npm run wheel`: packs the built checkout with what it installs into a wheel of Python in `dist/wheel`,
 * so that `pip install` brings the engine too. Node is not in it: the extra `node` brings one.
 */

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFile } from '../../data/package-root.js';
import { PACKAGE_NAME } from '../../data/version.js';
import { run } from './commands.js';
import { pack } from './packed.js';

const OUT = packageFile('dist/wheel');
const PYTHON = process.env['ORRERY_PYTHON'] ?? 'python3';
/** Files of packages that no program needs. */
const UNNEEDED = /\.(?:map|md|markdown|d\.[cm]?ts|flow)$|[\\/](?:__tests__|docs|examples)[\\/]/;
const MEGABYTE = 1e6;

const folder = mkdtempSync(join(tmpdir(), 'orrery-wheel-'));
try {
  const engine = installed(pack().tarball, join(folder, 'engine'));
  const source = join(folder, 'python');
  cpSync(packageFile('python'), source, {
    recursive: true,
    filter: path => !/__pycache__|\.egg-info|[\\/](?:build|tests|bench|\.\w+_cache)$/.test(path),
  });
  cpSync(engine, join(source, 'src', 'orrery_fx', '_engine'), { recursive: true });
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  run(PYTHON, ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', OUT, source], {
    folder,
  });
  for (const name of readdirSync(OUT)) {
    const megabytes = statSync(join(OUT, name)).size / MEGABYTE;
    process.stdout.write(`dist/wheel/${name} ${megabytes.toFixed(1)} MB\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Installs a tarball without what builds it. @returns the folder of the package, with its packages in it. */
function installed(tarball: string, place: string): string {
  mkdirSync(place);
  writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['install', tarball, ...flags], { folder: place });
  const packages = join(place, 'node_modules');
  const whole = join(place, 'whole');
  cpSync(join(packages, PACKAGE_NAME), whole, { recursive: true });
  for (const name of readdirSync(packages)) {
    if (name === PACKAGE_NAME || name.startsWith('.')) continue;
    const from = join(packages, name);
    cpSync(from, join(whole, 'node_modules', name), {
      recursive: true,
      filter: path => !UNNEEDED.test(path.slice(from.length)),
    });
  }
  return whole;
}
