/**
 * Finds out whether a source is still the file that was read, without reading it: by size, inode
 * and the times of its last changes. A program cannot set the time of the last status change, so an
 * edit always shows, unless it happens within the resolution of the file system's clock. Therefore
 * a source that changed just now gets no stamp, and its digest is computed again next time.
 */

import { stat } from 'node:fs/promises';
import type { SourceFile } from '../ticks/text/source-file.js';

/** Age of a change in milliseconds below which a further change could leave the same times. */
const GRAIN_MILLIS = 2_000n;
const NANOS_PER_MILLI = 1_000_000n;

/** The stamp of `files`; undefined when one of them changed too recently. */
export async function stampOf(files: readonly SourceFile[]): Promise<string | undefined> {
  const now = BigInt(Date.now());
  const parts: string[] = [];
  for (const { path } of files) {
    const info = await stat(path, { bigint: true });
    if (now - info.ctimeNs / NANOS_PER_MILLI < GRAIN_MILLIS) return undefined;
    parts.push(`${info.size}.${info.ino}.${info.mtimeNs}.${info.ctimeNs}`);
  }
  return parts.join(' ');
}
