/**
 * Locks that stop a client's request before anything else is looked at.
 * Source: v20 semantics 3.3, first row.
 */

import type { AccountState } from '../../ledger/account.js';
import type { RejectReason } from '../../order/reasons.js';

/** Why the account takes no request that makes or changes something; undefined when it does. */
export function requestLock({ active, config }: AccountState): RejectReason | undefined {
  if (!active) return 'ACCOUNT_NOT_ACTIVE';
  if (config.locks.includes('ACCOUNT_LOCKED')) return 'ACCOUNT_LOCKED';
  return config.locks.includes('ORDER_CREATION_LOCKED')
    ? 'ACCOUNT_ORDER_CREATION_LOCKED'
    : undefined;
}
