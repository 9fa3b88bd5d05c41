/** Options that several functions of the library read. */

import { InputError } from '../../core/base/input-error.js';
import { present } from '../../core/base/present.js';
import { type Instant, parseInstant, RFC3339_RULE } from '../../core/time/instant.js';
import type { CacheOptions } from '../../data/storage/tick-store/open-ticks.js';
import type { LoadingOptions } from './types/loading.js';

/** An error about an option. */
export function optionError(option: string, rule: string): InputError {
  return new InputError('scenario', { file: 'options', field: option }, rule);
}

/** Where tick stores are kept; a store that cannot be written is left out. */
export function cacheIn({ cache }: LoadingOptions): { readonly cache?: CacheOptions } {
  return cache === false ? {} : { cache: present({ folder: cache }) };
}

/** The instant of an option. @throws InputError when it is no time with a zone. */
export function instantOf(option: string, text: string | undefined): Instant | undefined {
  if (text === undefined) return undefined;
  const parsed = parseInstant(text);
  if (parsed !== undefined) return parsed.at;
  throw optionError(option, `${RFC3339_RULE}, was ${text}`);
}
