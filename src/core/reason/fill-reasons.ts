/**
 * Why an order filled, or waits: the rule of each fill reason. Source: v20 semantics 3.4, 4.1, 4.8,
 * 5.6.
 */

import type { OrderFillReason } from '../order/fill-reason.js';
import { atLeast, type Rule, rule } from './rule.js';

const LIMIT =
  'It triggers when the price is equal to its own or better, and fills at the market price, never worse than its own.';
const STOP =
  'It triggers when the price is equal to its own or worse, and fills at the market price.';
const FILLED =
  '{signedFill} {instrument} filled at {price}; the {watchedSide} had reached {level}.';

function closed(rest: string): string {
  return `{signedFill} {instrument} filled at {price} ${rest}; the profit was {pl} {home}.`;
}

/** The rows of all fill reasons, in the order of the published enum. */
export const FILL_REASONS: Readonly<Record<OrderFillReason, Rule>> = {
  LIMIT_ORDER: rule(['4.1', LIMIT, FILLED]),
  STOP_ORDER: rule(['4.1', STOP, FILLED]),
  MARKET_IF_TOUCHED_ORDER: rule([
    '4.1',
    'It keeps the price of its side when it was made, and triggers when the market reaches its own price from there.',
    FILLED,
  ]),
  TAKE_PROFIT_ORDER: rule(['4.1', LIMIT, FILLED]),
  STOP_LOSS_ORDER: rule(['4.1', STOP, FILLED]),
  GUARANTEED_STOP_LOSS_ORDER: rule([
    '4.3',
    'A guaranteed stop triggers like a stop, and closes at its own price even over a gap.',
    FILLED,
  ]),
  TRAILING_STOP_LOSS_ORDER: rule([
    '4.8',
    'A trailing stop follows its side of the book at its distance, never goes back, and triggers like a stop.',
    FILLED,
  ]),
  MARKET_ORDER: rule([
    '4.1',
    'A MARKET order fills at once: a buy at the ask, a sale at the bid.',
    '{signedFill} {instrument} filled at {price}, the {fillSide} of the tick with the depth and slippage of the market.',
  ]),
  MARKET_ORDER_TRADE_CLOSE: rule([
    '1.4',
    'A close of a trade fills at once: a buy at the ask, a sale at the bid.',
    closed('to close a trade'),
  ]),
  MARKET_ORDER_POSITION_CLOSEOUT: rule([
    '1.5',
    'A close of a position fills at once: a buy at the ask, a sale at the bid.',
    closed('to close the position'),
  ]),
  MARKET_ORDER_MARGIN_CLOSEOUT: rule(
    [
      '5.6',
      'When marginCloseoutPercent reaches 1, all open trades of all tradeable instruments are closed at once.',
      closed('because of the margin: used {batchMarginUsed}, closeout NAV {batchCloseoutNAV}'),
      'A closeout begins when marginCloseoutPercent is at least 1; it was {batchCloseoutPercent}.',
    ],
    atLeast('marginCloseoutPercent', 'batchCloseoutPercent', 'one'),
  ),
  MARKET_ORDER_DELAYED_TRADE_CLOSE: rule([
    '5.6',
    'Trades that a closeout could not close are closed at the first tradeable price.',
    closed('to close a trade that had waited for its market'),
  ]),
};

/** The rule of a closeout on the third day of a margin call. */
export const REGULATORY_CLOSEOUT: Rule = rule([
  '5.6',
  'A margin call is extended twice, at 15:45 New York; on the third day the account is closed out.',
  closed('because a margin call was not met'),
]);
