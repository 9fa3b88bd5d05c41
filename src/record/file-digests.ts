/**
 * Checksums of the files of a run, which its journal is sealed with: what is replayed and what a report
 * is made from is noticed when it is not what was written. A page is made of the others, and may be made
 * again: it has none.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../storage/files/sha256.js';
import { PAGE_FILE } from './record-format.js';

/** SHA-256 of each text by the name of its file, but for pages. */
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
