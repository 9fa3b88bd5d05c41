/**
 * Why a request about a trade or a position was refused. Source: v20 semantics 1.4, 1.5, 3.3, 4.8.
 */

import { atMost, type Rule, rule } from './rule.js';

/** Reject reasons that are about a trade or a position. */
export const TRADE_REJECT_RULES = {
  TRADE_ID_UNSPECIFIED: rule([
    '3.1',
    'An order that closes a trade names it.',
    'The order names no trade.',
    'The order had to name an open trade.',
  ]),
  TRADE_DOESNT_EXIST: rule([
    '1.4',
    'A request about a trade names an open one.',
    'No such trade was open: {tradeName}.',
    'The trade had to be open.',
  ]),
  TRADE_IDENTIFIER_INCONSISTENCY: rule([
    '3.3',
    'Where a request names a trade by both ids, they belong to one trade.',
    'Trade {tradeID} does not have the client id {clientTradeID}.',
    'Both ids had to belong to one trade.',
  ]),
  TRAILING_STOP_LOSS_ORDERS_NOT_SUPPORTED: rule([
    '4.8',
    'An account may be without trailing stops.',
    'The account allows no trailing stops.',
    'The account had to allow trailing stops.',
  ]),
  CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE: rule(
    [
      '3.3',
      'The units of a close are a size that the trade has.',
      'The request closes {tradeClose.units} units, and the trade had {tradeUnits}.',
      'The units had to be at most {tradeUnits}.',
    ],
    atMost('units', 'tradeClose.units', 'tradeUnits'),
  ),
  CLOSEOUT_POSITION_DOESNT_EXIST: rule([
    '1.5',
    'A side of a position is closed while it is open.',
    'The position in {instrument} was not open on the side that the request names.',
    'The side had to be open.',
  ]),
  CLOSEOUT_POSITION_INCOMPLETE_SPECIFICATION: rule([
    '1.5',
    'A close of a position names a side.',
    'The request closes neither side.',
    'The request had to name a side that is open.',
  ]),
  CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE: rule(
    [
      '3.3',
      'The units of a close are a size that the position has.',
      'The request closes {closeoutUnits} units, and the side had {sideUnits}.',
      'The units had to be at most {sideUnits}.',
    ],
    atMost('units', 'closeoutUnits', 'sideUnits'),
  ),
  CLOSEOUT_POSITION_REJECT: rule([
    '1.5',
    'When one side of a close is refused, the other side is refused too.',
    'The other side of the request was refused.',
    'The other side had to be open, and its units allowed.',
  ]),
} satisfies Record<string, Rule>;
