/**
 * The account that a verb asks about.
 */

import type { AccountCell } from '../../../core/engine/state/account-cell.js';
import { RequestError } from '../http/request-errors.js';
import type { ControlCall } from './verb.js';

/** The account of `id`; without one the first account. @throws RequestError 404 without such an account. */
export function accountAsked(
  { sandbox: { simulation } }: Pick<ControlCall, 'sandbox'>,
  id: unknown,
): AccountCell {
  const cell = id === undefined ? simulation.engine.state.cells[0] : simulation.account(String(id));
  if (cell !== undefined) return cell;
  throw new RequestError('not-found', { sentence: 'There is no account of that id' });
}
