/**
 * `--cache DIR` and `--no-cache`: where the stores of tick files are kept.
 */

import { InputError } from '../core/base/input-error.js';
import type { CacheOptions } from '../storage/tick-store/open-ticks.js';

/** A folder, false for none, or absent for a folder beside each source. */
export type CacheFlag = string | false | undefined;

export const CACHE_OPTION = {
  type: 'string',
  describe: 'folder for tick stores; default .orrery-cache beside each source, --no-cache for none',
} as const;

/**
 * What the flag asks of the loader; a store that cannot be written is said on stderr.
 * @throws InputError when the flag names no folder.
 */
export function cacheOf(flag: CacheFlag): { readonly cache?: CacheOptions } {
  if (flag === false) return {};
  if (flag === '') {
    throw new InputError('scenario', { file: 'command line', field: '--cache' }, 'names no folder');
  }
  const onFault = (folder: string, reason: string) => {
    process.stderr.write(`no tick store ${folder}: ${reason}\n`);
  };
  return { cache: { ...(flag === undefined ? {} : { folder: flag }), onFault } };
}
