/**
 * Takes a folder for a study, or for a shard of one: a small file in it says which. A folder of anything
 * else is refused, and so is one of another state of the study.
 */

import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../core/base/input-error.js';
import { makeFolder } from '../../data/storage/files/make-folder.js';
import { replaceFile, writingFault } from '../../data/storage/files/write-whole.js';
import { parsed } from './run-log.js';
import { changes, type StudyManifest } from './study-manifest.js';

/** Which folder is wanted. */
export interface FolderClaim<Head extends StudyManifest> {
  /** The file that identifies it. */
  readonly file: string;
  /** What it is the folder of: `a study`. */
  readonly what: string;
  readonly head: Head;
}

/**
 * Opens the folder, or makes it.
 * @returns what the file says; for a new folder, what it says from now on.
 * @throws InputError when the folder has other content, or belongs to another state of the study.
 */
export async function claimFolder<Head extends StudyManifest>(
  folder: string,
  { file, what, head }: FolderClaim<Head>,
): Promise<Head> {
  const path = join(folder, file);
  if (!existsSync(path)) {
    if (existsSync(folder) && readdirSync(folder).length > 0) {
      throw new InputError('scenario', { file: folder }, `exists and is not the folder of ${what}`);
    }
    await makeFolder(folder).catch(error => {
      throw writingFault(error, folder);
    });
    await replaceFile(path, `${JSON.stringify(head, null, 2)}\n`);
    return head;
  }
  const before = parsed<Head>(await readFile(path, 'utf8'));
  const changed = before === undefined ? ['study'] : changes(before, head);
  if (before !== undefined && changed.length === 0) return before;
  const rule = `holds runs that were made before ${changed.join(', ')} changed: name another folder, or remove this one`;
  throw new InputError('scenario', { file: folder }, rule);
}
