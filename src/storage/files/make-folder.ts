/**
 * Making folders. Node's own `mkdir` with `recursive` never returns where the system has no place for a
 * folder though the one above it is there, as in /proc.
 */

import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Makes the folder at `path` and those above it that are missing. @throws NodeJS.ErrnoException */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      // Fails with ENOTDIR where a file is: that no folder is there is what a person has to know.
      await stat(`${folder}/.`);
      return;
    }
    const above = dirname(folder);
    if (code !== 'ENOENT' || existsSync(above)) throw error;
    await makeFolder(above);
    await makeFolder(folder);
  }
}
