/**
 * Checksums of the files of a run. The seal of the journal holds them, so that a change of any file
 * is found. The page has no checksum, because it is made of the other files and may be made again.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../storage/files/sha256.js';
import { PAGE_FILE } from './record-format.js';

/** SHA-256 of each file by its name, without the page. */
export function fileDigests(
  files: Readonly<Record<string, string | Uint8Array>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => name !== PAGE_FILE)
      .map(([name, content]) => [name, sha256(content)]),
  );
}

/** One line for each file in `folder` that was changed or is missing; empty when none was. */
export async function changedFiles(
  folder: string,
  digests: Readonly<Record<string, string>>,
): Promise<string[]> {
  const found = Object.entries(digests).map(async ([name, digest]) => {
    const file = join(folder, name);
    const content = await readFile(file).catch(() => undefined);
    if (content === undefined) return [`${file}: is missing`];
    return sha256(content) === digest ? [] : [`${file}: is not what was recorded`];
  });
  return (await Promise.all(found)).flat();
}
