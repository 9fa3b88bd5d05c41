/**
 * What the guests of a server have used of their quotas. Source: docs/guides/shared-server.md.
 */

import type { GuestAccount } from '../guests/guest-account.js';
import { QUOTA_NAMES } from '../guests/quotas.js';
import { RequestError } from '../http/request-errors.js';
import { GuestsAnswer, GuestUsage } from './schema/guest.js';
import type { ServerVerb } from './simulations.js';

const MILLI = 1_000;

/** The verbs of guests. */
export const GUEST_VERBS: readonly ServerVerb[] = [
  {
    method: 'GET',
    path: 'guests',
    tag: 'simulation',
    summary: 'All guests, and what each has used of its quotas',
    answers: GuestsAnswer,
    run: ({ guests }) => ({ guests: guests.all().map(each => usageOf(guests.measured(each))) }),
  },
  {
    method: 'GET',
    path: 'guests/me',
    tag: 'simulation',
    summary: 'The guest whose key the request has, and what it has used of its quotas',
    answers: GuestUsage,
    run: ({ guests, guest }) => {
      if (guest === undefined) {
        throw new RequestError('not-found', { sentence: 'The token is not the key of a guest' });
      }
      return usageOf(guests.measured(guest));
    },
  },
];

function usageOf({ name, quotas, used, secondsLeft }: GuestAccount): GuestUsage {
  const limits = QUOTA_NAMES.filter(quota => Number.isFinite(quotas[quota]));
  return {
    name,
    quotas: Object.fromEntries(limits.map(quota => [quota, quotas[quota]])),
    used: { ...used, cpuSeconds: Math.round(used.cpuSeconds * MILLI) / MILLI },
    secondsLeft,
  };
}
