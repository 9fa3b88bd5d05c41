/**
 * How people get in to the page: codes that log in, and the sessions that they begin.
 */

import { LoginCodes } from './login-codes.js';
import { Sessions } from './sessions.js';

/** Codes and sessions of a server. */
export class Logins {
  readonly codes = new LoginCodes();
  readonly sessions: Sessions;

  /** @param key - the secret of the sessions; the same one lets them outlive a restart. */
  constructor(key: string) {
    this.sessions = new Sessions(key);
  }
}
