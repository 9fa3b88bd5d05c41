/**
 * Codes that log a browser in to the page. Source: decision 0044.
 */

import { LoginCode } from '../page/login-schemas.js';
import type { ServerVerb } from './simulations.js';

/** The verbs of logging in. */
export const LOGIN_VERBS: readonly ServerVerb[] = [
  {
    method: 'POST',
    path: 'login-codes',
    tag: 'page',
    summary: 'Make a one-time code that logs a browser in to the page',
    status: 201,
    answers: LoginCode,
    run: ({ logins }) => ({ code: logins.codes.make() }),
  },
];
