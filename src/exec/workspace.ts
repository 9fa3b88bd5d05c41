/** The folder of one run: certificates and sockets, gone when the run is over. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes that the path of a Unix socket may have on every system. */
const SOCKET_PATH_MAX = 100;
const ONLY_OWNER = 0o600;

export class Workspace {
  /** Its path. */
  readonly path = mkdtempSync(join(tmpdir(), 'orrery-exec-'));
  /** Also when the process ends early. */
  readonly #onExit = () => rmSync(this.path, { recursive: true, force: true });

  constructor() {
    process.once('exit', this.#onExit);
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
  remove(): void {
    process.removeListener('exit', this.#onExit);
    this.#onExit();
  }
}
