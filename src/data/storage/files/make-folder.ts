/**
 * Makes folders. Node's own `mkdir` with `recursive` never returns when the system refuses a folder
 * whose parent exists, as in /proc.
 */

import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Makes the folder at `path` and the missing folders above it. @throws NodeJS.ErrnoException */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      // `stat` fails with ENOTDIR when a file is in the path, which is the message that a person
      // needs.
      await stat(`${folder}/.`);
      return;
    }
    const above = dirname(folder);
    if (code !== 'ENOENT' || existsSync(above)) throw error;
    await makeFolder(above);
    await makeFolder(folder);
  }
}
