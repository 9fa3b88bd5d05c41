/**
 * Users: the third part of an account's id is the number of its user. Name, country and address are
 * made up from the number and cannot be mistaken for real ones. Source: v20 semantics 1.8.
 */

import { userOf } from '../../../../core/ledger/account-id.js';
import { forbidden } from '../errors.js';
import { type Call, type Operation, ok, operation } from '../operation.js';
import { ExternalUserResponse, UserResponse } from '../schema/user.js';

/** An ISO 3166 code that is reserved and stands for no country. */
const NOWHERE = 'ZZ';

export const USER_OPERATIONS: readonly Operation[] = [
  operation({
    operationId: 'getUserInfo',
    method: 'GET',
    path: '/v3/users/:userSpecifier',
    summary: 'The user of the token',
    tag: 'user',
    responses: { 200: UserResponse },
    handle: call => {
      const userID = userOfCall(call);
      const username = usernameOf(userID);
      const emailAddress = `${username}@example.invalid`;
      return ok({ userInfo: { username, userID, country: NOWHERE, emailAddress } });
    },
  }),
  operation({
    operationId: 'getExternalUserInfo',
    method: 'GET',
    path: '/v3/users/:userSpecifier/externalInfo',
    summary: 'The details of a user that others may see',
    tag: 'user',
    responses: { 200: ExternalUserResponse },
    handle: call => {
      const userID = userOfCall(call);
      const FIFO = call.accountIDs.some(
        id => userOf(id) === userID && call.simulation.account(id)?.state.config.fifo === true,
      );
      return ok({ userInfo: { userID, country: NOWHERE, FIFO } });
    },
  }),
];

/**
 * The user that the path names by number, by `@username` or, for the token's own, by `@` alone.
 * @throws ApiError 403 when there is no such user, or the user is not the token's.
 */
function userOfCall({ accountIDs, params }: Call): number {
  const { userSpecifier: specifier } = params;
  const user = [...new Set(accountIDs.map(userOf))].find(
    id => specifier === '@' || specifier === String(id) || specifier === `@${usernameOf(id)}`,
  );
  if (user === undefined) throw forbidden();
  return user;
}

function usernameOf(userID: number): string {
  return `user${userID}`;
}
