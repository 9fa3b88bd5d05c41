/**
 * Parameters of paths: how each is written, for the checks and for the document.
 * Source: v20 semantics 2.3, 1.3, 1.4, 1.8.
 */

import { type TString, Type } from '@sinclair/typebox';
import { ACCOUNT_ID_PATTERN } from '../../../core/ledger/account-id.js';

/** An id, or `@` and the client's own id. */
const SPECIFIER = '^(?:\\d{1,15}|@[\\s\\S]+)$';

/** The schema of each parameter, by its name in the path. */
export const PATH_PARAMETERS = {
  accountID: text(ACCOUNT_ID_PATTERN, 'one of the token’s accounts'),
  orderSpecifier: text(SPECIFIER, 'an order’s id, or `@` and the client id of a pending order'),
  tradeSpecifier: text(SPECIFIER, 'a trade’s id, or `@` and the client id of an open trade'),
  transactionID: text('^\\d{1,15}$', 'a transaction’s id'),
  instrument: text('^[A-Z0-9]{3,6}_[A-Z]{3}$', 'an instrument’s name, `EUR_USD`'),
  userSpecifier: text(
    '^(?:\\d{1,12}|@[\\s\\S]*)$',
    'a user’s number, `@` and the username, or `@` for the token’s own user',
  ),
} as const;
export type PathParameter = keyof typeof PATH_PARAMETERS;

/** Gives the check of one parameter: whether a text is written as the document says. */
export function pathParameterCheck(name: PathParameter): (text: string) => boolean {
  const pattern = new RegExp(PATH_PARAMETERS[name].pattern);
  return each => pattern.test(each);
}

/** The schemas of the parameters in a path, `:name` each. */
export function parametersIn(path: string): Readonly<Record<string, TString>> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name as PathParameter);
  return Object.fromEntries(names.map(name => [name, PATH_PARAMETERS[name]]));
}

function text(pattern: string, description: string): TString & { readonly pattern: string } {
  return { ...Type.String({ description }), pattern };
}
