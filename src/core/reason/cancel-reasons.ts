/**
 * Why orders are cancelled: a row for each member of v20's OrderCancelReason that the simulator
 * gives, in the order of the published enum. docs/reference/reasons.md is made from the rows, and
 * says why the other members never occur. Source: v20 semantics 3.5, 4.2-4.7, 5.5.
 */

import { ON_FILL_CANCELS } from './dependents.js';
import { GUARANTEED_CANCELS } from './guaranteed.js';
import { atMost, type Rule, rule } from './rule.js';

function halted(side: string): Rule {
  return rule([
    '4.3',
    'The scenario may halt a side of a market, or let it only reduce.',
    `The ${side} of {instrument} was halted at {time}.`,
    `The ${side} had to be open.`,
  ]);
}

function reduceOnly(side: string): Rule {
  return rule([
    '4.3',
    'The scenario may halt a side of a market, or let it only reduce.',
    `The ${side} of {instrument} could only reduce at {time}, and the order would have opened a trade.`,
    `The ${side} had to be open, or the order to reduce only.`,
  ]);
}

function locked(what: string): Rule {
  return rule([
    '3.5',
    'The locks of an account hold for fills, too.',
    `The account is locked ({locks}), so it ${what}.`,
    'The account had to be without that lock.',
  ]);
}

/** Cancels that the client, or the order itself, caused. All other cancels are the market's. */
export const OWN_CANCELS = {
  CLIENT_REQUEST: rule([
    '3.5',
    'A client may cancel a pending order.',
    'The client cancelled the order.',
  ]),
  CLIENT_REQUEST_REPLACED: rule([
    '1.3',
    'A replacement cancels the old order and makes a new one.',
    'The client replaced the order by order {replacedByOrderID}.',
  ]),
  LINKED_TRADE_CLOSED: rule([
    '4.7',
    'When a trade closes, its dependent orders are cancelled in the same batch.',
    'Transaction {tradeCloseTransactionID} closed trade {closedTradeID}, which the order belongs to.',
  ]),
  TIME_IN_FORCE_EXPIRED: rule([
    '4.5',
    'GTD orders end at their gtdTime and GFD orders at 17:00 New York, before the ticks of that instant; FOK and IOC end in the batch that makes them.',
    'The order was {timeInForce} and had not filled when its time was over.',
  ]),
};

const MARKET = {
  MARKET_HALTED: rule([
    '4.3',
    'In a closed market, or while the fill cannot be converted to home currency, an order that may not rest is cancelled.',
    '{instrument} did not trade at {time}, or the fill could not be converted to {home}.',
    '{instrument} had to trade, and every pair on the way to {home} had to have a price.',
  ]),
  INSUFFICIENT_MARGIN: rule(
    [
      '5.5',
      'A fill opens as many units as the margin available allows, at mid prices, after the trades that it closes.',
      'Opening {unitsOpening} units needed {marginRequired} {home} of margin, and {marginAvailableForFill} {home} were available.',
      'At most {unitsAllowed} units could be opened.',
    ],
    atMost('units', 'unitsOpening', 'unitsAllowed'),
  ),
  INSUFFICIENT_LIQUIDITY: rule([
    '4.4',
    'FOK that cannot fill in full is cancelled, and so is one whose mean price would be worse than its limit.',
    'The order asked for {unitsAsked} units, and the book had {liquidity}; its mean price was {bookPrice}.',
    'The book had to have {unitsAsked} units within the prices that the order allows.',
  ]),
  BOUNDS_VIOLATION: rule([
    '4.2',
    'If the market is beyond the price bound, the order is cancelled.',
    'The {fillSide} would have given {bookPrice}, beyond the bound {priceBound}.',
    'The price had to be {priceBound} or better.',
  ]),
  FIFO_VIOLATION: rule([
    '4.6',
    'OPEN_ONLY against opposite trades needs hedging; with FIFO rules, older trades of one size close first.',
    'The order with position fill {positionFill} must not leave an opposite trade open, nor pass over an older trade of the same size.',
    'No opposite or older trade of that size could be open.',
  ]),
  FIFO_VIOLATION_SAFEGUARD_VIOLATION: rule([
    '4.6',
    'With FIFO rules, no two trades of one size are open while one has dependent orders.',
    'The trade that the order would open has the size of an open trade, and one of both has dependent orders.',
    'The size had to differ from that of every open trade.',
  ]),
  FIFO_VIOLATION_SAFEGUARD_PARTIAL_CLOSE_VIOLATION: rule([
    '4.6',
    'With FIFO rules, no two trades of one size are open while one has dependent orders.',
    'The trade that the order would reduce would get the size of another open trade.',
    'The rest of the trade had to differ in size from every open trade.',
  ]),
  POSITION_SIZE_EXCEEDED: rule(
    [
      '3.5',
      'A position has at most the maximumPositionSize of its instrument, and an account the units that its rules of risk allow.',
      'The position had {unitsHeld} units, the order would open {unitsOpening}, and {unitLimitOf} is {unitLimit}.',
      'The units after the fill had to be at most {unitLimit}.',
    ],
    atMost('units', 'unitsAfter', 'unitLimit'),
  ),
  ACCOUNT_POSITION_VALUE_LIMIT_EXCEEDED: rule([
    '3.5',
    'The positions of an account have at most a set value.',
    'The value of the positions was {positionValue} {home} before the fill, and may be {maximumPositionValue}.',
    'The value of the positions after the fill had to be at most {maximumPositionValue}.',
  ]),
  OPEN_TRADES_ALLOWED_EXCEEDED: rule([
    '3.5',
    'An account has at most a set number of open trades.',
    'The account had {openTrades} open trades, and may have {maximumOpenTrades}.',
    'The open trades after the fill had to be at most {maximumOpenTrades}.',
  ]),
  PENDING_ORDERS_ALLOWED_EXCEEDED: rule([
    '3.5',
    'An account has at most a set number of pending orders, those on fill included.',
    'The account had {pendingOrders} pending orders, and may have {maximumPendingOrders}.',
    'The pending orders after the fill had to be at most {maximumPendingOrders}.',
  ]),
  POSITION_CLOSEOUT_FAILED: rule([
    '4.6',
    'REDUCE_ONLY never opens; with nothing to reduce, the order is cancelled.',
    'No open trade of {instrument} was on the other side.',
    'A trade on the other side had to be open.',
  ]),
  CLIENT_TRADE_ID_ALREADY_EXISTS: rule([
    '3.5',
    'A client id belongs to one open trade at a time.',
    'An open trade has the client id {tradeClientExtensions.id} already.',
    'The client id had to be free.',
  ]),
};

/** The rows of all cancel reasons. */
export const CANCEL_REASONS = {
  ...OWN_CANCELS,
  ...MARKET,
  ...ON_FILL_CANCELS,
  ...GUARANTEED_CANCELS,
  INSTRUMENT_BID_REDUCE_ONLY: reduceOnly('bid'),
  INSTRUMENT_ASK_REDUCE_ONLY: reduceOnly('ask'),
  INSTRUMENT_BID_HALTED: halted('bid'),
  INSTRUMENT_ASK_HALTED: halted('ask'),
  ACCOUNT_LOCKED: locked('fills no orders'),
  ACCOUNT_NEW_POSITIONS_LOCKED: locked('opens no trades'),
  ACCOUNT_ORDER_FILL_LOCKED: locked('fills no orders'),
} satisfies Readonly<Record<string, Rule>>;

/** Why an order was cancelled. */
export type OrderCancelReason = keyof typeof CANCEL_REASONS;
