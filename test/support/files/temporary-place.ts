/** Where the tests of a run keep files that they throw away. */

import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The folder in memory of a Linux system. */
const IN_MEMORY = '/dev/shm';
/** Several times what all files of a run take. */
const ROOM_BYTES = 4_294_967_296;

/**
 * The folder in memory where it has room, because tests of stores wait for the disk at each commit. Else,
 * and where the environment names another one, the folder for temporary files.
 */
export function temporaryPlace(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize > ROOM_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
