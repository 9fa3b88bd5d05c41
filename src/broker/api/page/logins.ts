/**
 * How people get in to the page: codes that log in, and the sessions that they begin.
 */

import { LoginCodes } from './login-codes.js';
import { type EndedSessions, Sessions } from './sessions.js';

/** Owns the codes and the sessions of a server; requests to log in and to log out change them. */
export class Logins {
  readonly codes = new LoginCodes();
  readonly sessions: Sessions;

  /**
   * @param key - the secret of the sessions; the same one lets them outlive a restart.
   * @param ended - keeps which sessions were ended; absent: a restart forgets them.
   */
  constructor(key: string, ended?: EndedSessions) {
    this.sessions = new Sessions({ key, ended });
  }
}
