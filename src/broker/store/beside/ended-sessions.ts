/**
 * The sessions of the dashboard that were ended by logging out. Cookies of a server with a store
 * outlive a restart, so their end must too. Source: decision 0044.
 */

import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOwnerFile } from './owner-file.js';

/** The file, in the folder of the store. */
export const ENDED_SESSIONS_FILE = 'ended-sessions';
/** The id of a session, and the wall seconds since 1970 at which it would have ended. */
const LINE = /^([\w-]{22}) (\d{10,12})$/;
const MS = 1_000;

/**
 * The ended sessions of the store in `folder`. Those that would be over by now are dropped. A line that
 * a crash cut off names no session.
 * @param now - wall milliseconds since 1970.
 */
export async function endedSessionsIn(folder: string, now = Date.now()) {
  const file = join(folder, ENDED_SESSIONS_FILE);
  const before = new Map<string, number>();
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const [, id, until] = LINE.exec(line) ?? [];
    if (id !== undefined && Number(until) * MS > now) before.set(id, Number(until));
  }
  const text = [...before].map(([id, until]) => lineOf(id, until)).join('');
  await writeOwnerFile(file, text);
  return {
    before,
    /** Keeps one more; it is on disk when the call returns. @throws the system's error */
    keep({ id, until }: { readonly id: string; readonly until: number }): void {
      // A full disk may have cut off the line before: this one must not become its end.
      appendFileSync(file, `\n${lineOf(id, until)}`, { flush: true });
    },
  };
}

function lineOf(id: string, until: number): string {
  return `${id} ${until}\n`;
}
