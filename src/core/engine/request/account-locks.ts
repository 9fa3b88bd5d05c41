/**
 * Account locks: checks that refuse a client's request before all other checks. Source: v20
 * semantics 3.3, first row.
 */

import type { AccountState } from '../../ledger/account.js';
import type { RejectReason } from '../../order/reasons.js';

type Lock = (state: AccountState) => RejectReason | undefined;

/** Why the account refuses requests that make or change something; undefined when it does not. */
export const requestLock: Lock = state => accountLock(state) ?? creationLock(state);

/** Why the account refuses requests that cancel an order; undefined when it does not. */
export const cancelLock: Lock = state => accountLock(state) ?? cancellationLock(state);

/** Why the account refuses requests that replace an order; undefined when it does not. */
export const replacementLock: Lock = state => requestLock(state) ?? cancellationLock(state);

const accountLock: Lock = ({ active, config }) => {
  if (!active) return 'ACCOUNT_NOT_ACTIVE';
  return config.locks.includes('ACCOUNT_LOCKED') ? 'ACCOUNT_LOCKED' : undefined;
};

const creationLock: Lock = ({ config }) =>
  config.locks.includes('ORDER_CREATION_LOCKED') ? 'ACCOUNT_ORDER_CREATION_LOCKED' : undefined;

const cancellationLock: Lock = ({ config }) =>
  config.locks.includes('ORDER_CANCEL_LOCKED') ? 'ACCOUNT_ORDER_CANCEL_LOCKED' : undefined;
