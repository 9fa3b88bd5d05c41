/**
 * Ticks that several scenarios of one process share. Ticks that are in use are not opened a second
 * time while their files are unchanged. The shelf itself keeps nothing in memory.
 */

import { wayOfReading } from '../ticks/read/read-options.js';
import { sourceFiles } from '../ticks/text/source-file.js';
import { type OpenOptions, openTicks } from './open-ticks.js';
import type { OpenedTicks } from './opened-ticks.js';
import { stampOf } from './stamp.js';

interface ShelvedTicks {
  readonly stamp: string;
  readonly ticks: WeakRef<OpenedTicks>;
}

/**
 * Owns references to the ticks in use, by file and way of reading. `open` adds one; ticks that are
 * not in use any more leave memory.
 */
export class TickShelf {
  readonly #shelved = new Map<string, ShelvedTicks>();

  /** As `openTicks`. A source that changed within the last two seconds is not shared. */
  readonly open = async (path: string, options: OpenOptions): Promise<OpenedTicks> => {
    const key = JSON.stringify([path, wayOfReading(options)]);
    const stamp = await stampOf(await sourceFiles(path));
    const known = this.#shelved.get(key);
    const shared = known?.stamp === stamp ? known?.ticks.deref() : undefined;
    if (shared !== undefined) return shared;
    const ticks = await openTicks(path, options);
    if (stamp !== undefined) this.#shelved.set(key, { stamp, ticks: new WeakRef(ticks) });
    return ticks;
  };
}
