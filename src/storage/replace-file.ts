/** Files that are there whole or not at all, whatever stops the writer. */

import { rename, writeFile } from 'node:fs/promises';

/** Puts `content` in place of what is at `path`, if anything. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, content);
  await rename(temporary, path);
}
