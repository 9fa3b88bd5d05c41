/**
 * The folder of one run: certificates and sockets, gone when the run is over. The folder of a process
 * that was killed is removed by the next run.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  removeUnfinished,
  sweepUnfinished,
  unfinishedName,
} from '../data/storage/files/unfinished.js';

/** Bytes that the path of a Unix socket may have on every system. */
const SOCKET_PATH_MAX = 100;
const ONLY_OWNER = 0o600;
const ONLY_OWNERS_FOLDER = 0o700;

/** Owns the folder of one run, from `open` to `remove`. Only its owner can read the files in it. */
export class Workspace {
  /** Its path. It has the process id, so that others can find out whether the process lives. */
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Makes the folder of a run, and removes those that dead processes have left. */
  static async open(): Promise<Workspace> {
    const place = join(tmpdir(), 'orrery');
    await sweepUnfinished(place);
    const path = unfinishedName(place);
    mkdirSync(path, { mode: ONLY_OWNERS_FOLDER });
    return new Workspace(path);
  }

  /** Writes a file that only its owner can read. @returns its path. */
  write(name: string, content: string | Buffer): string {
    const path = join(this.path, name);
    writeFileSync(path, content, { mode: ONLY_OWNER });
    return path;
  }

  /** The path for a Unix socket; undefined where the system has none, or the path is too long. */
  socket(name: string): string | undefined {
    const path = join(this.path, name);
    const fits = Buffer.byteLength(path) <= SOCKET_PATH_MAX;
    return fits && process.platform !== 'win32' ? path : undefined;
  }

  /** Removes it with all that is in it. */
  remove(): Promise<void> {
    return removeUnfinished(this.path);
  }
}
