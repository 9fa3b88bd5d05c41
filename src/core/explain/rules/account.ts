/**
 * Why the account itself refused a request. Source: v20 semantics 1.1, 3.3, 5.3, 5.6, 6.5.
 */

import { atLeast, atMost, type Rule, rule } from './rule.js';

function locked(what: string): Rule {
  return rule([
    '3.3',
    'The locks of an account are checked before everything else.',
    `The account is locked ({locks}), so it ${what}.`,
    'The account had to be without that lock.',
  ]);
}

/** Reject reasons that are about the account. */
export const ACCOUNT_REJECT_RULES = {
  ACCOUNT_NOT_ACTIVE: rule([
    '3.3',
    'A closed account takes no requests.',
    'The account was closed.',
    'The account had to be open.',
  ]),
  ACCOUNT_LOCKED: locked('takes no requests'),
  ACCOUNT_ORDER_CREATION_LOCKED: locked('makes no orders'),
  ACCOUNT_ORDER_CANCEL_LOCKED: locked('cancels no orders'),
  ACCOUNT_CONFIGURATION_LOCKED: locked('cannot be configured'),
  ACCOUNT_DEPOSIT_LOCKED: locked('takes no deposits'),
  ACCOUNT_WITHDRAWAL_LOCKED: locked('pays nothing out'),
  CLIENT_CONFIGURE_DATA_MISSING: rule([
    '1.1',
    'A configuration names an alias, a margin rate or both.',
    'The request names neither.',
    'The request had to name an alias or a margin rate.',
  ]),
  ALIAS_INVALID: rule([
    '1.1',
    'An alias has 1 to 128 characters.',
    'The alias has {length of alias} characters.',
    'The alias had to have 1 to 128 characters.',
  ]),
  MARGIN_RATE_INVALID: rule([
    '1.1',
    'A margin rate is 0.001 to 1.',
    'The margin rate {marginRate} is not allowed.',
    'The margin rate had to be 0.001 to 1.',
  ]),
  MARGIN_RATE_WOULD_TRIGGER_CLOSEOUT: rule([
    '5.6',
    'A margin rate that would close the account out at once is refused.',
    'With the margin rate {marginRate} the marginCloseoutPercent would have been {closeoutPercentAtRate}.',
    'The marginCloseoutPercent had to stay below 1.',
  ]),
  MARGIN_RATE_WOULD_TRIGGER_MARGIN_CALL: rule([
    '5.6',
    'A margin rate that would start a margin call at once is refused.',
    'With the margin rate {marginRate} the marginCallPercent would have been {callPercentAtRate}.',
    'The marginCallPercent had to stay below 1.',
  ]),
  AMOUNT_MISSING: rule([
    '6.5',
    'A transfer names its amount.',
    'The transfer has no amount.',
    'The transfer had to have an amount.',
  ]),
  AMOUNT_INVALID: rule([
    '6.5',
    'The amount of a transfer is not zero and has at most 4 decimals.',
    'The amount {amount} is not allowed.',
    'The amount had to be other than 0, with at most 4 decimals.',
  ]),
  FUNDING_REASON_MISSING: rule([
    '6.5',
    'A transfer has a funding reason.',
    'The transfer has no funding reason.',
    'The transfer had to have a funding reason.',
  ]),
  INSUFFICIENT_FUNDS: rule(
    [
      '5.3',
      'A withdrawal is at most the withdrawalLimit: the smaller of balance and marginAvailable.',
      'The amount {amount} is more than the withdrawal limit {withdrawalLimit}; the balance was {balance}.',
      'The withdrawal had to be at most {withdrawalLimit}.',
    ],
    atMost('amount', 'unsignedAmount', 'withdrawalLimit'),
  ),
} satisfies Record<string, Rule>;

/** Types of transactions that are about the account. */
export const ACCOUNT_TYPE_RULES = {
  CREATE: rule([
    '4.9',
    'Making an account writes CREATE and CLIENT_CONFIGURE in one batch and the opening transfer in another.',
    'The account was made; its home currency is {homeCurrency}.',
  ]),
  CLIENT_CONFIGURE: rule([
    '1.1',
    'A configuration sets the alias, the margin rate or both.',
    'The account was configured: alias {alias}, margin rate {marginRate}.',
  ]),
  TRANSFER_FUNDS: rule([
    '6.5',
    'A transfer moves the balance by its amount.',
    '{amount} {home} were transferred; the balance after it is {accountBalance}.',
  ]),
  CLOSE: rule(['6.5', 'A closed account takes no requests.', 'The account was closed.']),
  REOPEN: rule(['6.5', 'A closed account can be opened again.', 'The account was opened again.']),
  RESET_RESETTABLE_PL: rule([
    '6.5',
    'A reset sets the resettable profit to zero.',
    'The resettable profit was set to zero; the balance stays {balance}.',
  ]),
  MARGIN_CALL_ENTER: rule(
    [
      '5.6',
      'Where the account asks for margin calls, a call begins when the margin used reaches the closeout NAV.',
      'A margin call began: the margin used was {marginUsed}, the closeout NAV {closeoutNAV}.',
      'A margin call begins when marginCallPercent is at least 1; it was {marginCallPercent}.',
    ],
    atLeast('marginCallPercent', 'marginCallPercent', 'one'),
  ),
  MARGIN_CALL_EXIT: rule([
    '5.6',
    'A margin call ends when the margin used is below the closeout NAV again, or with a closeout.',
    'The margin call ended: the margin used was {marginUsed}, the closeout NAV {closeoutNAV}.',
  ]),
  MARGIN_CALL_EXTEND: rule([
    '5.6',
    'A margin call is extended twice, at 15:45 New York.',
    'The margin call was extended, for the time number {extensionNumber}.',
  ]),
  DELAYED_TRADE_CLOSURE: rule([
    '5.6',
    'Trades that a closeout cannot close now, because their market or side is closed, close at the first tradeable price.',
    'The trades {tradeIDs} could not be closed and wait for their market; the margin used was {marginUsed}, the closeout NAV {closeoutNAV}.',
  ]),
  DAILY_FINANCING: rule([
    '5.7',
    'At 17:00 New York every open trade pays or earns units x rate x days / 365, in base currency, turned into home currency.',
    'The open trades were financed with {financing} {home} in the mode {accountFinancingMode}; the balance after it is {accountBalance}.',
  ]),
  ORDER_CLIENT_EXTENSIONS_MODIFY: rule([
    '1.3',
    'A client may change the client extensions of a pending order.',
    'The client extensions of order {orderID} were changed.',
  ]),
  TRADE_CLIENT_EXTENSIONS_MODIFY: rule([
    '1.4',
    'A client may change the client extensions of a trade.',
    'The client extensions of trade {tradeID} were changed.',
  ]),
} satisfies Record<string, Rule>;
