/** Flags about the guests that share a server. Decision 0109. */

import { readGuests } from '../../../broker/api/guests/guest-list.js';
import type { Guest } from '../../../broker/api/guests/quotas.js';
import { InputError } from '../../../core/base/input-error.js';
import { sha256 } from '../../../data/storage/files/sha256.js';
import type { FlagsOf } from '../typed-flags.js';

/** The flags for yargs. */
export const GUEST_OPTIONS = {
  guests: {
    type: 'string',
    describe: 'file of guests: the key and the quotas of each guest that shares the server',
  },
} as const;

/**
 * The guests that the flags name; undefined when they name none.
 * @param tokens - of the owner, by the environment variables that set them.
 * @throws InputError for a bad file, and for a key that is one of `tokens`.
 */
export async function guestsAskedBy(
  { guests: file }: FlagsOf<typeof GUEST_OPTIONS>,
  tokens: Readonly<Record<string, string | undefined>>,
): Promise<readonly Guest[] | undefined> {
  if (file === undefined) return undefined;
  const guests = await readGuests(file);
  for (const [variable, token] of Object.entries(tokens)) {
    const digest = token === undefined ? undefined : sha256(token);
    const guest = guests.find(each => each.digest === digest);
    if (guest === undefined) continue;
    throw new InputError('scenario', { file }, `the key of ${guest.name} is ${variable}`);
  }
  return guests;
}
