/**
 * The account that a path names. Source: v20 semantics 2.3, 2.4.
 */

import type { AccountSource } from '../../../core/view/account-source.js';
import type { Simulation } from '../../runtime/simulation/simulation.js';
import { invalidParameter } from '../http/request-errors.js';
import { forbidden } from './errors.js';
import { pathParameterCheck } from './path-parameters.js';

const isAccountID = pathParameterCheck('accountID');

/**
 * The account `id`, as of now and of every later instant.
 * @param accountIDs - of the accounts that the token may use.
 * @throws RequestError 400 when the id is malformed, ApiError 403 when the token may not use it.
 */
export function accountInPath(
  simulation: Simulation,
  id: string,
  accountIDs: readonly string[],
): AccountSource {
  if (!isAccountID(id)) throw invalidParameter('accountID');
  const account = accountIDs.includes(id) ? simulation.accountSource(id) : undefined;
  if (account === undefined) throw forbidden();
  return account;
}
