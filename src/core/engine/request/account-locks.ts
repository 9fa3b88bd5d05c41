/**
 * Account locks: checks that refuse a client's request before all other checks. Source: v20
 * semantics 3.3, first row.
 */

import type { RejectReason } from '../../reason/reject-reasons.js';
import type { AccountCell } from '../state/account-cell.js';

type Lock = (cell: AccountCell) => RejectReason | undefined;

/** Why the account refuses requests that make or change something; undefined when it does not. */
export const requestLock: Lock = cell => accountLock(cell) ?? creationLock(cell);

/** Why the account refuses requests that cancel an order; undefined when it does not. */
export const cancelLock: Lock = cell => accountLock(cell) ?? cancellationLock(cell);

/** Why the account refuses requests that replace an order; undefined when it does not. */
export const replacementLock: Lock = cell => requestLock(cell) ?? cancellationLock(cell);

const accountLock: Lock = cell => {
  if (!cell.state.active) return 'ACCOUNT_NOT_ACTIVE';
  return cell.hasLock('ACCOUNT_LOCKED') ? 'ACCOUNT_LOCKED' : undefined;
};

const creationLock: Lock = cell =>
  cell.hasLock('ORDER_CREATION_LOCKED') ? 'ACCOUNT_ORDER_CREATION_LOCKED' : undefined;

const cancellationLock: Lock = cell =>
  cell.hasLock('ORDER_CANCEL_LOCKED') ? 'ACCOUNT_ORDER_CANCEL_LOCKED' : undefined;
