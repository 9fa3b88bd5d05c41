/**
 * `--cache DIR` and `--no-cache`: where the stores of tick files are kept.
 */

import { present } from '../../core/base/present.js';
import type { CacheOptions } from '../../data/storage/tick-store/open-ticks.js';

/** A folder; false for no cache; absent for a folder beside each source. */
export type CacheFlag = string | false | undefined;

/** The only flag with a value that also has a `--no-` form: `--no-cache`. */
export const UNSETTABLE = 'cache';

export const CACHE_OPTION = {
  type: 'string',
  describe: 'folder for tick stores; default .orrery-cache beside each source, --no-cache for none',
} as const;

/**
 * Owns the stores of ticks that are still to be written. `add` adds one; `write` writes all when a
 * command has nothing more urgent to do.
 */
export class LaterStores {
  readonly #writings: (() => Promise<void>)[] = [];

  readonly add = (writing: () => Promise<void>): void => {
    this.#writings.push(writing);
  };

  /** Writes those that are not yet written. */
  async write(): Promise<void> {
    for (const writing of this.#writings.splice(0)) await writing();
  }
}

/**
 * The loader option for the flag; a store that cannot be written is reported on stderr.
 * @param stores - takes the stores that can wait; default: none waits.
 */
export function cacheOf(flag: CacheFlag, stores?: LaterStores): { readonly cache?: CacheOptions } {
  if (flag === false) return {};
  const onFault = (folder: string, reason: string) => {
    process.stderr.write(`${folder}: no tick store was written: ${reason}\n`);
  };
  return { cache: { ...present({ folder: flag, later: stores?.add }), onFault } };
}
