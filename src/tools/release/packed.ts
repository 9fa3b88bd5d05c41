/** The files of a release in `dist/packed`: tarball, list of parts, checksums; and their limits. */

import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { packageFile } from '../../data/package-root.js';
import { run } from './commands.js';

const ROOT = packageFile('.');
const FOLDER = packageFile('dist/packed');
const PARTS_FILE = 'sbom.cdx.json';
const SUMS_FILE = 'SHA256SUMS';

/** What was packed. */
export interface ReleasePack {
  /** Path of the tarball, absolute. */
  readonly tarball: string;
  /** Paths of all files of the release, absolute. */
  readonly files: readonly string[];
  readonly bytes: number;
  readonly unpackedBytes: number;
  /** Names of the packages in the list of parts. */
  readonly parts: readonly string[];
}

/** Packs the built checkout, and writes what goes beside the tarball. */
export function pack(): ReleasePack {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', FOLDER];
  const said = JSON.parse(run('npm', args, { folder: ROOT })) as object;
  const [{ filename, size, unpackedSize }] = Object.values(said) as [
    { readonly filename: string; readonly size: number; readonly unpackedSize: number },
  ];
  const list = packageFile(`dist/${PARTS_FILE}`);
  copyFileSync(list, join(FOLDER, PARTS_FILE));
  const { components } = JSON.parse(readFileSync(list, 'utf8')) as {
    readonly components: readonly { readonly name: string }[];
  };
  const sums = [filename, PARTS_FILE].map(name => `${sumOf(join(FOLDER, name))}  ${name}\n`);
  writeFileSync(join(FOLDER, SUMS_FILE), sums.join(''));
  return {
    tarball: join(FOLDER, filename),
    files: [filename, PARTS_FILE, SUMS_FILE].map(name => join(FOLDER, name)),
    bytes: size,
    unpackedBytes: unpackedSize,
    parts: components.map(({ name }) => name),
  };
}

function sumOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** The bytes of all files in a folder and in the folders in it. */
export function bytesIn(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile());
  return files.reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    0,
  );
}
