/**
 * Whether a source is still the file that was read, without reading it: size, inode and the times
 * of its last changes. The time of the last status change cannot be set by a program, so an edit
 * always shows, unless it came within the grain of the file system's clock: a source that changed
 * just now gets no stamp and is digested again next time.
 */

import { stat } from 'node:fs/promises';
import type { SourceFile } from '../ticks/text/source-file.js';

/** A change this recent could be followed by another that leaves the same times. */
const GRAIN_MILLIS = 2_000n;
const NANOS_PER_MILLI = 1_000_000n;

/** The stamp of `files`, or undefined when one of them changed too recently to be told apart. */
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
