/**
 * Bodies of logging in to the page. Source: decision 0044.
 */

import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { defineObject, optionalText } from '../http/read/define.js';

/** The body of `POST /login`. */
export const LoginRequest = defineObject(
  'LoginRequest',
  {
    code: Type.String({
      maxLength: 512,
      description:
        'a code that was not used yet; case and hyphens do not matter. Or the key of a guest',
    }),
  },
  { additionalProperties: false },
);
/** The body of `POST /login`, as a value. */
export type LoginRequest = Static<typeof LoginRequest>;

/** A new code. */
export const LoginCode = defineObject('LoginCode', {
  code: Type.String({
    pattern: '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$',
    description: 'logs a browser in once, within 24 hours',
  }),
});

/** Whether a browser is logged in. */
export const LoginState = defineObject('LoginState', {
  loggedIn: Type.Boolean({ description: 'whether the cookie is that of a session that lasts' }),
  guest: optionalText("the guest that logged in; absent: the server's owner, or no session"),
});
/** The login of a browser, as a value. */
export type LoginState = Static<typeof LoginState>;

/** Every named schema of logging in. */
export const LOGIN_SCHEMAS: readonly TSchema[] = [LoginRequest, LoginCode, LoginState];
