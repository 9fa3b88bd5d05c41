/**
 * Why a transaction that has no reason came about: the rule of its type. Source: v20 semantics 1.1,
 * 1.3, 1.4, 4.9, 5.6, 5.7, 5.10, 6.5.
 */

import { atLeast, type Rule, rule } from '../reason/rule.js';

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
      'If the account has margin calls, a call begins when the margin used reaches the closeout NAV.',
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
    'The margin call was extended; this is extension number {extensionNumber}.',
  ]),
  DELAYED_TRADE_CLOSURE: rule([
    '5.6',
    'Trades that a closeout cannot close now, because their market or side is closed, close at the first tradeable price.',
    'The trades {tradeIDs} could not be closed and wait for their market; the margin used was {marginUsed}, the closeout NAV {closeoutNAV}.',
  ]),
  DAILY_FINANCING: rule([
    '5.7',
    'At 17:00 New York every open trade pays or earns units x rate x days / 365 in base currency, of an index its value in quote currency, converted into home currency.',
    'The open trades were financed with {financing} {home} in the mode {accountFinancingMode}; the balance after it is {accountBalance}.',
  ]),
  DIVIDEND_ADJUSTMENT: rule([
    '5.10',
    'When an ex-day begins, at 17:00 New York, a long trade receives units x dividend and a short trade pays it, in quote currency, converted into home currency.',
    'The open trades of {instrument} were adjusted for a dividend with {dividendAdjustment} {home}; the balance after it is {accountBalance}.',
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
