/**
 * Files that only save time: if one cannot be written, or is damaged, the work is done again. They
 * are written to a temporary name beside their place and renamed.
 */

import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const NAME = /^\.(\d+)\.tmp$/;

/**
 * Writes `content` to `path` in the place of what was there; nothing when the system refuses, as it
 * does in a package that another user installed. Removes what killed processes have left there.
 */
export function keepFile(path: string, content: Uint8Array | string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  } catch {
    // A part of it, on a disk that is full.
    remove(temporary);
  }
  try {
    for (const name of readdirSync(dirname(path))) {
      const [, writer] = NAME.exec(name.replace(basename(path), '')) ?? [];
      if (writer !== undefined && !isRunning(Number(writer))) remove(join(dirname(path), name));
    }
  } catch {
    // There is no such folder.
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder cannot be changed.
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
