/**
 * The page's session: a one-time code becomes a cookie. Source: docs/reference/command-line.md,
 * login.
 */

import { call } from './rest.js';

/** Exchanges a code for a session. @throws WireError 401 for a wrong code, 429 after too many. */
export function logIn(code: string): Promise<void> {
  return call({ method: 'POST', path: '/login', body: { code } });
}

/** Whether there is a session. */
export async function isLoggedIn(): Promise<boolean> {
  const { loggedIn } = await call<{ loggedIn: boolean }>({ path: '/login' });
  return loggedIn;
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
