/**
 * Why a guaranteed stop was refused, or an order with one cancelled. Source: v20 semantics 3.6, 4.7.
 */

import { type Rule, refusal, rule } from './rule.js';

const ALLOWED = 'Guaranteed stops need the permission of the account and of the instrument.';
const HEDGED = 'A hedged position has no guaranteed stops.';
const REQUIRED = 'Where guaranteed stops are required, every trade has one.';
const LEVEL = 'Guaranteed stops within one price range have at most a set number of units.';
const DISTANCE = 'A guaranteed stop keeps a least distance from the market.';
const CLOSED = 'In a closed market a guaranteed stop may only be widened.';

const TOO_NEAR: Rule = rule([
  '3.6',
  DISTANCE,
  'The stop is too near to the market: {guaranteedLevel}, at {bid} bid, {ask} ask.',
  'The distance had to be at least {minimumGuaranteedStopLossDistance}.',
]);
const TOO_MUCH: Rule = rule([
  '3.6',
  LEVEL,
  'The guaranteed stops near this level would have more than {guaranteedVolume} units within {guaranteedRange}.',
  'The units at the level had to be at most {guaranteedVolume}.',
]);
const NOT_ALLOWED: Rule = rule([
  '3.6',
  ALLOWED,
  'The mode of the account is {accountGuaranteedMode}, and that of the instrument {instrumentGuaranteedMode}.',
  'Neither of the two modes could be DISABLED.',
]);
const HEDGING: Rule = rule([
  '3.6',
  HEDGED,
  'The instrument has open trades on the other side.',
  'No trade on the other side could be open.',
]);
const MISSING: Rule = rule([
  '3.6',
  REQUIRED,
  'The order has no guaranteedStopLossOnFill; the mode of the account is {accountGuaranteedMode}, and that of the instrument {instrumentGuaranteedMode}.',
  'The order had to have a guaranteedStopLossOnFill.',
]);

/** Reject reasons of guaranteed stops. */
export const GUARANTEED_REFUSALS = {
  GUARANTEED_STOP_LOSS_ORDER_REQUIRED: refusal(
    'The Account requires a Guaranteed Stop Loss Order',
    [
      '3.6',
      REQUIRED,
      'The guaranteed stop of the trade has to stay.',
      'The order could be replaced, but not cancelled.',
    ],
  ),
  GUARANTEED_STOP_LOSS_ORDER_HALTED_NOT_CANCELABLE: refusal(
    'The Guaranteed Stop Loss Order cannot be cancelled while trading is halted',
    [
      '3.6',
      'A guaranteed stop is not cancelled in a closed market.',
      'The market of {instrument} was closed at {time}.',
      'The market had to be open.',
    ],
  ),
  GUARANTEED_STOP_LOSS_ORDER_NOT_ALLOWED: {
    ...NOT_ALLOWED,
    message: 'Guaranteed Stop Loss Orders are not allowed',
  },
  GUARANTEED_STOP_LOSS_ORDER_HEDGING_NOT_ALLOWED: {
    ...HEDGING,
    message: 'Guaranteed Stop Loss Orders are not allowed for hedged Trades',
  },
  GUARANTEED_STOP_LOSS_ORDER_HALTED_CREATE_VIOLATION: refusal(
    'The Guaranteed Stop Loss Order cannot be created while trading is halted',
    [
      '3.6',
      CLOSED,
      'The market of {instrument} was closed at {time}.',
      'The market had to be open.',
    ],
  ),
  GUARANTEED_STOP_LOSS_ORDER_HALTED_TIGHTEN_VIOLATION: refusal(
    'The Guaranteed Stop Loss Order cannot be tightened while trading is halted',
    [
      '3.6',
      CLOSED,
      'The market of {instrument} was closed at {time}, and the stop would have come nearer: {guaranteedLevel}.',
      'The stop had to stay where it was, or move away from the market.',
    ],
  ),
  GUARANTEED_STOP_LOSS_ORDER_PRICE_WITHIN_SPREAD: refusal(
    'The price of the Guaranteed Stop Loss Order is within the current spread',
    [
      '3.6',
      'A guaranteed stop lies outside the spread.',
      'The stop at {guaranteedLevel} lies within the spread, or past it: {bid} bid, {ask} ask.',
      'The stop of a long trade had to be below {bid}, that of a short one above {ask}.',
    ],
  ),
  GUARANTEED_STOP_LOSS_ORDER_MINIMUM_DISTANCE_NOT_MET: {
    ...TOO_NEAR,
    message: 'The Guaranteed Stop Loss Order is nearer to the current price than is allowed',
  },
  GUARANTEED_STOP_LOSS_ORDER_LEVEL_RESTRICTION_VOLUME_EXCEEDED: {
    ...TOO_MUCH,
    message: 'The guaranteed volume near the price specified would exceed its limit',
  },
};

/** Reject reasons of guaranteed stops on fill. */
export const GUARANTEED_ON_FILL_REFUSALS = {
  GUARANTEED_STOP_LOSS_ON_FILL_REQUIRED_FOR_PENDING_ORDER: {
    ...MISSING,
    message: 'The Account requires pending Orders to have a Guaranteed Stop Loss on fill',
  },
  GUARANTEED_STOP_LOSS_ON_FILL_NOT_ALLOWED: {
    ...NOT_ALLOWED,
    message: 'A Guaranteed Stop Loss on fill is not allowed',
  },
};

/** Cancel reasons of guaranteed stops on fill. */
export const GUARANTEED_CANCELS = {
  GUARANTEED_STOP_LOSS_ON_FILL_REQUIRED: MISSING,
  GUARANTEED_STOP_LOSS_ON_FILL_NOT_ALLOWED: NOT_ALLOWED,
  GUARANTEED_STOP_LOSS_ON_FILL_TIME_IN_FORCE_INVALID: rule([
    '3.6',
    'Where guaranteed stops are required, they are GTC.',
    'The guaranteed stop on fill is {guaranteedStopLossOnFill.timeInForce}.',
    'The guaranteed stop on fill had to be GTC.',
  ]),
  GUARANTEED_STOP_LOSS_ON_FILL_MINIMUM_DISTANCE_NOT_MET: TOO_NEAR,
  GUARANTEED_STOP_LOSS_ON_FILL_LEVEL_RESTRICTION_VOLUME_EXCEEDED: TOO_MUCH,
  GUARANTEED_STOP_LOSS_ON_FILL_HEDGING_NOT_ALLOWED: HEDGING,
  GUARANTEED_STOP_LOSS_ON_FILL_BID_HALTED: rule([
    '3.6',
    'A guaranteed stop on fill cancels its order while the side that would close the trade is halted.',
    'The bid of {instrument} was halted at {time}.',
    'The bid had to be open.',
  ]),
  GUARANTEED_STOP_LOSS_ON_FILL_ASK_HALTED: rule([
    '3.6',
    'A guaranteed stop on fill cancels its order while the side that would close the trade is halted.',
    'The ask of {instrument} was halted at {time}.',
    'The ask had to be open.',
  ]),
  HEDGING_GSLO_VIOLATION: rule([
    '3.6',
    HEDGED,
    'An open trade on the other side has a guaranteed stop.',
    'No trade on the other side could have a guaranteed stop.',
  ]),
};
