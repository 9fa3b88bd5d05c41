/**
 * The page's session: a one-time code, or the key of a guest, becomes a cookie. Source:
 * docs/reference/command-line.md, login; docs/guides/shared-server.md.
 */

import type { GuestUsage } from '../../broker/api/control/schema/guest.js';
import type { LoginState } from '../../broker/api/page/login-schemas.js';
import { call } from './rest.js';

export type { GuestUsage };

/** Exchanges a code, or the key of a guest, for a session. @throws WireError 401 for a wrong code, 429 after too many. */
export function logIn(code: string): Promise<void> {
  return call({ method: 'POST', path: '/login', body: { code } });
}

/** Whether there is a session, and of which guest. */
export function readLogin(): Promise<LoginState> {
  return call({ path: '/login' });
}

/** What guests have used of their quotas. @param guest - the one with the session; undefined: the owner; then of all guests. */
export async function readGuests(guest: string | undefined): Promise<readonly GuestUsage[]> {
  if (guest !== undefined) return [await call<GuestUsage>({ path: '/_sim/guests/me' })];
  return (await call<{ guests: GuestUsage[] }>({ path: '/_sim/guests' })).guests;
}

/** Which quota of a guest keeps a page from the feed, in a few words; undefined: none does. */
export function usedUpOf({ quotas, used }: GuestUsage): string | undefined {
  const isUp = (name: 'cpuSeconds' | 'streams') => used[name] >= (quotas[name] ?? Infinity);
  if (isUp('cpuSeconds')) return 'CPU seconds used up';
  return isUp('streams') ? 'streams used up' : undefined;
}

/** Ends the session. */
export function logOut(): Promise<void> {
  return call({ method: 'POST', path: '/logout' });
}

/** Takes the code out of the address, so that no history and no screenshot has it. */
export function takeCode(): string | undefined {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const code = parameters.get('code');
  if (code === null) return undefined;
  parameters.delete('code');
  const rest = parameters.toString();
  history.replaceState(null, '', rest === '' ? location.pathname : `#${rest}`);
  return code;
}
