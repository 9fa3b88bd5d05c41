/**
 * Checksums of the files of a run, which the seal of its journal holds, so that a change of any file is
 * noticed. The page has none: it is made of the other files, and may be made again.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../storage/files/sha256.js';
import { PAGE_FILE } from './record-format.js';

/** SHA-256 of each text by the name of its file, but for the page. */
export function fileDigests(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => name !== PAGE_FILE)
      .map(([name, text]) => [name, sha256(text)]),
  );
}

/** What is wrong with files in `folder`, a line for each; none when all are what was written. */
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
