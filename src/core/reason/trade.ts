/**
 * Why a request about a trade or a position is refused. Source: v20 semantics 1.4, 1.5, 3.3, 4.8.
 */

import { atMost, refusal } from './rule.js';

/** Reject reasons of requests that name a trade. */
export const TRADE_REFUSALS = {
  TRADE_ID_UNSPECIFIED: refusal('No Trade was specified', [
    '3.1',
    'An order that closes a trade names it.',
    'The order names no trade.',
    'The order had to name an open trade.',
  ]),
  TRADE_DOESNT_EXIST: refusal('The Trade specified does not exist', [
    '1.4',
    'A request about a trade names an open one.',
    'No such trade was open: {tradeName}.',
    'The trade had to be open.',
  ]),
  TRADE_IDENTIFIER_INCONSISTENCY: refusal(
    'The Trade ID and the client Trade ID name different Trades',
    [
      '3.3',
      'Where a request names a trade by both ids, they belong to one trade.',
      'Trade {tradeID} does not have the client id {clientTradeID}.',
      'Both ids had to belong to one trade.',
    ],
  ),
  TRAILING_STOP_LOSS_ORDERS_NOT_SUPPORTED: refusal(
    'The Account does not support Trailing Stop Loss Orders',
    [
      '4.8',
      'An account may be without trailing stops.',
      'The account allows no trailing stops.',
      'The account had to allow trailing stops.',
    ],
  ),
};

/** Reject reasons of closes. */
export const CLOSE_REFUSALS = {
  CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE: refusal(
    'The units to close exceed the size of the Trade',
    [
      '3.3',
      'The units of a close are at most those of the trade.',
      'The request closes {tradeClose.units} units, and the trade had {tradeUnits}.',
      'The units had to be at most {tradeUnits}.',
    ],
    atMost('units', 'tradeClose.units', 'tradeUnits'),
  ),
  CLOSEOUT_POSITION_DOESNT_EXIST: refusal(
    'The Position requested to be closed out does not exist',
    [
      '1.5',
      'A side of a position is closed while it is open.',
      'The position in {instrument} was not open on the side that the request names.',
      'The side had to be open.',
    ],
  ),
  CLOSEOUT_POSITION_INCOMPLETE_SPECIFICATION: refusal(
    'The request does not say what of the Position is to be closed out',
    [
      '1.5',
      'A close of a position names a side.',
      'The request closes neither side.',
      'The request had to name a side that is open.',
    ],
  ),
  CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE: refusal(
    'The units to close out exceed the size of the Position',
    [
      '3.3',
      'The units of a close are at most those of the position.',
      'The request closes {closeoutUnits} units, and the side had {sideUnits}.',
      'The units had to be at most {sideUnits}.',
    ],
    atMost('units', 'closeoutUnits', 'sideUnits'),
  ),
  CLOSEOUT_POSITION_REJECT: refusal('The other side of the Position cannot be closed out', [
    '1.5',
    'When one side of a close is refused, the other side is refused too.',
    'The other side of the request was refused.',
    'The other side had to be open, and its units allowed.',
  ]),
};
