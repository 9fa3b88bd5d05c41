/**
 * Opens the packages with the data: from a folder that the reader names, or from a cache of the user,
 * into which a missing one is downloaded.
 */

import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { byCodeUnit } from '../../../core/base/by-code-unit.js';
import { InputError } from '../../../core/base/input-error.js';
import { makeFolder } from '../../../data/storage/files/make-folder.js';
import { sha256 } from '../../../data/storage/files/sha256.js';
import { writingFault } from '../../../data/storage/files/write-whole.js';
import { archiveMember } from './archive-member.js';
import { download, downloadCommand } from './download.js';
import { type PackageKey, PUBLIC_PACKAGES } from './package-list.js';

/** Where packages are looked for. */
export interface PackagePlace {
  /** A folder that must hold them: then nothing is downloaded. Absent: the user's cache. */
  readonly folder?: string;
  /** Called before a package is downloaded. */
  readonly onDownload?: (name: string, folder: string) => void;
}

/** A package as it was used, for the record. */
export interface UsedPackage {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  /** The digest of the file, hex. */
  readonly sha256: string;
  /** Whether it is the file that the published figures were made of. */
  readonly isPinned: boolean;
}

/** An open package. */
export interface OpenPackage {
  readonly used: UsedPackage;
  /**
   * The text of the file whose path in the package ends with the last of `endings`; the others are
   * archives within the package, the outermost first. @throws InputError (data)
   */
  readonly text: (...endings: readonly string[]) => Promise<string>;
}

/** The cache of the user. */
export function packageCache(env: NodeJS.ProcessEnv): string {
  const cache = env['XDG_CACHE_HOME'] || env['LOCALAPPDATA'] || join(homedir(), '.cache');
  return join(cache, 'orrery', 'packages');
}

/** Opens a package. @throws InputError (data) that says how to get it. */
export async function openPackage(key: PackageKey, place: PackagePlace): Promise<OpenPackage> {
  const wanted = PUBLIC_PACKAGES[key];
  const folder = place.folder ?? packageCache(process.env);
  let found = await fileOf(key, folder);
  if (found === undefined && place.folder === undefined) {
    place.onDownload?.(`${wanted.name} ${wanted.version}`, folder);
    await downloadInto(key, folder);
    found = await fileOf(key, folder);
  }
  if (found === undefined) {
    const rule = `holds no file of ${wanted.name}: ${downloadCommand(wanted, folder)}`;
    throw new InputError('data', { file: folder }, rule);
  }
  const path = join(folder, found.file);
  const bytes = await readFile(path);
  const digest = sha256(bytes);
  const { name } = wanted;
  return {
    used: { name, ...found, sha256: digest, isPinned: digest === wanted.sha256 },
    async text(...endings) {
      let content: Uint8Array = bytes;
      let within = path;
      for (const ending of endings) {
        content = await archiveMember(within, content, ending);
        within = `${within}/${ending}`;
      }
      return Buffer.from(content).toString('utf8');
    },
  };
}

/** The file of a package in `folder`: that of the wanted version, or else the last by name. */
async function fileOf(
  key: PackageKey,
  folder: string,
): Promise<{ readonly version: string; readonly file: string } | undefined> {
  const form = new RegExp(`^${key}-(\\d[^-]*?)(?:-.*\\.whl|\\.tar\\.gz|\\.zip)$`, 'i');
  const names = await readdir(folder).catch(() => []);
  const found = names.sort(byCodeUnit).flatMap(file => {
    const version = form.exec(file.toLowerCase())?.[1];
    return version === undefined ? [] : [{ version, file }];
  });
  return found.find(({ version }) => version === PUBLIC_PACKAGES[key].version) ?? found.at(-1);
}

/** Downloads beside the cache and moves the file there, so that a cache holds whole files only. */
async function downloadInto(key: PackageKey, folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    const beside = await mkdtemp(join(folder, '.download-'));
    try {
      await download(PUBLIC_PACKAGES[key], beside);
      for (const name of await readdir(beside))
        await rename(join(beside, name), join(folder, name));
    } finally {
      await rm(beside, { recursive: true, force: true });
    }
  } catch (error) {
    throw writingFault(error, folder);
  }
}
