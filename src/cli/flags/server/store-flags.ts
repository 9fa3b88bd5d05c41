/** Flags about the store of a server. */

import { ROTATE_BYTES } from '../../../broker/store/store.js';
import { checkWhole, usageError } from '../arguments.js';
import type { FlagsOf } from '../typed-flags.js';

const MEBIBYTE = 1_048_576;
const MEBIBYTES_MAX = 1e6;

/** The flags for yargs. */
export const STORE_OPTIONS = {
  store: {
    type: 'string',
    describe: 'folder for all inputs; a restart continues from there',
  },
  'accept-version': {
    type: 'string',
    describe: 'continue a store of that version, although its ledger may change',
  },
  'rotate-at': {
    type: 'string',
    describe: `MiB from which on a file of the store's log is closed and compressed, or none; default: ${ROTATE_BYTES / MEBIBYTE}`,
  },
} as const;

/** The flags as given. */
type StoreFlags = FlagsOf<typeof STORE_OPTIONS>;

/**
 * Bytes from which on a file of the log is closed; undefined when no flag says.
 * @throws InputError for flags of a store without a store, and values out of their bounds.
 */
export function rotationAskedBy({ store, ...flags }: StoreFlags): number | undefined {
  const { acceptVersion, rotateAt } = flags;
  if (store === undefined) {
    if (acceptVersion !== undefined) throw usageError('accept-version', NEEDS_STORE);
    if (rotateAt !== undefined) throw usageError('rotate-at', NEEDS_STORE);
  }
  if (rotateAt === undefined) return undefined;
  if (rotateAt === 'none') return Number.POSITIVE_INFINITY;
  checkWhole('rotate-at', Number(rotateAt), 1, MEBIBYTES_MAX);
  return Number(rotateAt) * MEBIBYTE;
}

const NEEDS_STORE = 'is for a server with a --store';
