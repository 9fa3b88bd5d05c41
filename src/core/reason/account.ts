/**
 * Why the account itself refuses a request. Source: v20 semantics 1.1, 3.3, 5.3, 5.6, 6.5.
 */

import { atMost, type RefusalRule, refusal } from './rule.js';

function locked(message: string, what: string): RefusalRule {
  return refusal(message, [
    '3.3',
    'The locks of an account are checked before everything else.',
    `The account is locked ({locks}), so it ${what}.`,
    'The account had to be without that lock.',
  ]);
}

/** Reject reasons of accounts that are closed or locked. */
export const LOCK_REFUSALS = {
  ACCOUNT_NOT_ACTIVE: refusal('The Account is not active', [
    '3.3',
    'A closed account takes no requests.',
    'The account was closed.',
    'The account had to be open.',
  ]),
  ACCOUNT_LOCKED: locked('The Account is locked', 'takes no requests'),
  ACCOUNT_ORDER_CREATION_LOCKED: locked(
    'The Account is locked for Order creation',
    'makes no orders',
  ),
  ACCOUNT_ORDER_CANCEL_LOCKED: locked(
    'The Account is locked for Order cancellation',
    'cancels no orders',
  ),
  ACCOUNT_CONFIGURATION_LOCKED: locked(
    'The Account is locked for configuration',
    'cannot be configured',
  ),
  ACCOUNT_DEPOSIT_LOCKED: locked('The Account is locked for deposits', 'takes no deposits'),
  ACCOUNT_WITHDRAWAL_LOCKED: locked('The Account is locked for withdrawals', 'pays nothing out'),
};

/** Reject reasons of configurations and transfers. */
export const ACCOUNT_REFUSALS = {
  CLIENT_CONFIGURE_DATA_MISSING: refusal('No configuration was specified', [
    '1.1',
    'A configuration names an alias, a margin rate or both.',
    'The request names neither.',
    'The request had to name an alias or a margin rate.',
  ]),
  ALIAS_INVALID: refusal('The alias provided is invalid', [
    '1.1',
    'An alias has 1 to 128 characters.',
    'The alias has {length of alias} characters.',
    'The alias had to have 1 to 128 characters.',
  ]),
  MARGIN_RATE_INVALID: refusal('The margin rate provided is invalid', [
    '1.1',
    'A margin rate is from 0.001 to 1.',
    'The margin rate {marginRate} is not allowed.',
    'The margin rate had to be from 0.001 to 1.',
  ]),
  MARGIN_RATE_WOULD_TRIGGER_CLOSEOUT: refusal(
    'The margin rate provided would cause an immediate margin closeout',
    [
      '5.6',
      'A margin rate that would close the account out at once is refused.',
      'With the margin rate {marginRate} the marginCloseoutPercent would have been {closeoutPercentAtRate}.',
      'The marginCloseoutPercent had to stay below 1.',
    ],
  ),
  MARGIN_RATE_WOULD_TRIGGER_MARGIN_CALL: refusal(
    'The margin rate provided would cause an immediate margin call',
    [
      '5.6',
      'A margin rate that would start a margin call at once is refused.',
      'With the margin rate {marginRate} the marginCallPercent would have been {callPercentAtRate}.',
      'The marginCallPercent had to stay below 1.',
    ],
  ),
  AMOUNT_MISSING: refusal('No amount was specified', [
    '6.5',
    'A transfer names its amount.',
    'The transfer has no amount.',
    'The transfer had to have an amount.',
  ]),
  AMOUNT_INVALID: refusal('The amount specified is invalid', [
    '6.5',
    'The amount of a transfer is not zero and has at most 4 decimals.',
    'The amount {amount} is not allowed.',
    'The amount had to be other than 0, with at most 4 decimals.',
  ]),
  FUNDING_REASON_MISSING: refusal('No funding reason was specified', [
    '6.5',
    'A transfer has a funding reason.',
    'The transfer has no funding reason.',
    'The transfer had to have a funding reason.',
  ]),
  INSUFFICIENT_FUNDS: refusal(
    'The Account has insufficient funds for the withdrawal',
    [
      '5.3',
      'A withdrawal is at most the withdrawalLimit: the smaller of balance and marginAvailable.',
      'The amount {amount} is more than the withdrawal limit {withdrawalLimit}; the balance was {balance}.',
      'The withdrawal had to be at most {withdrawalLimit}.',
    ],
    atMost('amount', 'unsignedAmount', 'withdrawalLimit'),
  ),
};
