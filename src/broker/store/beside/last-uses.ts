/** When the simulations of a store were last used: a file beside the log, written now and then. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOwnerFile } from './owner-file.js';

/** The file, in the folder of the store. */
export const LAST_USES_FILE = 'last-uses';
/** The id of a simulation, and wall milliseconds since 1970. */
const LINE = /^(s\d+) (\d{1,16})$/;

/** The last uses in the store in `folder`. A line that has another form says nothing. */
export function lastUsesIn(folder: string) {
  const file = join(folder, LAST_USES_FILE);
  const before = new Map<string, number>();
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const [, id, usedAt] = LINE.exec(line) ?? [];
    if (id !== undefined) before.set(id, Number(usedAt));
  }
  return {
    before,
    /** Writes these in the place of all before. @throws InputError when the system refuses */
    async keep(uses: ReadonlyMap<string, number>): Promise<void> {
      const lines = [...uses].map(([id, usedAt]) => `${id} ${Math.floor(usedAt)}\n`);
      await writeOwnerFile(file, lines.join(''));
    },
  };
}
