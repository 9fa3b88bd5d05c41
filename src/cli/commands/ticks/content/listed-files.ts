/**
 * Lists of files with their SHA-256, as `sha256sum` writes them: one file a line, its digest first. A
 * list lies beside its files, and names nothing outside of its folder.
 */

import { createReadStream, existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { InputError } from '../../../../core/base/input-error.js';
import { isInside } from '../../../../data/storage/document/paths.js';
import { runningSha256 } from '../../../../data/storage/files/sha256.js';

const LINE = /^([0-9a-f]{64}) [ *](.+)$/;

/** A file of a list. */
export interface ListedFile {
  readonly sha256: string;
  /** Its path, from the folder of this process. */
  readonly path: string;
}

/** Reads a list. @throws InputError (data) for a line that is none, (scenario) without a list. */
export async function readListedFiles(list: string): Promise<readonly ListedFile[]> {
  const text = await readFile(list, 'utf8').catch(error => {
    const rule = error.code === 'ENOENT' ? 'no such file' : `cannot be read (${error.code})`;
    throw new InputError('scenario', { file: list }, rule);
  });
  const digests = new Map<string, string>();
  const files = text.split(/\r?\n/).flatMap((line, index) => {
    if (line === '') return [];
    const [, sha256, name] = LINE.exec(line) ?? [];
    const fault = (rule: string) => new InputError('data', { file: list, line: index + 1 }, rule);
    if (sha256 === undefined || name === undefined) {
      throw fault('must be 64 hex digits, two spaces and a path, as sha256sum writes them');
    }
    const inside = normalize(name);
    if (isAbsolute(inside) || inside.split(sep)[0] === '..') {
      throw fault(`must name a file below the folder of the list, was ${name}`);
    }
    if ((digests.get(inside) ?? sha256) !== sha256) {
      throw fault(`names ${name} again, with another digest`);
    }
    digests.set(inside, sha256);
    return [{ sha256, path: join(dirname(list), inside) }];
  });
  if (files.length === 0) throw new InputError('data', { file: list }, 'names no file');
  return files;
}

/**
 * Refuses a file whose path leads through a link out of the folder of its list.
 * @throws InputError (data) naming the folder that is a link, or lies below one.
 */
export function checkStays(list: string, path: string): void {
  let folder = dirname(path);
  while (!existsSync(folder)) folder = dirname(folder);
  if (isInside(realpathSync(folder), realpathSync(dirname(list)))) return;
  const rule = `leads out of the folder of the list by a link: ${folder}`;
  throw new InputError('data', { file: path }, rule);
}

/** The SHA-256 of a file, hex; undefined when there is none. */
export async function digestOf(path: string): Promise<string | undefined> {
  const hash = runningSha256();
  try {
    for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return hash.digest('hex');
}
