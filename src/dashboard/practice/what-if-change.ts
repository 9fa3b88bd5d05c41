/**
 * The change of a session that a question about one of its trades means: the trade not taken, or its stop and
 * profit elsewhere from its opening on. Pure. Source: docs/guides/counterfactuals.md.
 */

import { present } from '../../core/base/present.js';
import type { CounterfactualRequest } from '../wire/page-verbs.js';
import type { Transaction } from '../wire/types.js';

/** What is read of the trade. */
export interface TradeStart {
  readonly id: string;
  readonly openTime: string;
}

/** Where the levels would have been; empty: there would have been none. */
export interface OtherLevels {
  readonly stop: string;
  readonly profit: string;
}

/** The trade not taken: the command of the order that opened it is left out. */
export function withoutTrade(accountID: string, opening: Transaction): CounterfactualRequest {
  return { accountID, without: [opening.orderID ?? opening.id] };
}

/** What of a trade is set at its opening and changed later. */
const LEVELS = /^(?:STOP_LOSS|TAKE_PROFIT)_ORDER$/;

/**
 * The levels elsewhere: they are set when the trade opens, and whatever set, moved or took them away later is
 * left out. @param ledger - the transactions of the account since the trade was opened.
 */
export function withLevels(
  accountID: string,
  { id, openTime }: TradeStart,
  { stop, profit }: OtherLevels,
  ledger: readonly Transaction[],
): CounterfactualRequest {
  const own = ledger.filter(({ type, tradeID }) => tradeID === id && LEVELS.test(type));
  const ids = new Set(own.map(order => order.id));
  const set = own.filter(({ reason }) => reason !== 'ON_FILL');
  const taken = ledger.filter(
    ({ type, reason, orderID = '' }) =>
      type === 'ORDER_CANCEL' && reason === 'CLIENT_REQUEST' && ids.has(orderID),
  );
  // Only an order that came with the trade can be taken away when it opens.
  const level = (price: string, type: string) => {
    const isThere = own.some(each => each.type === type && each.reason === 'ON_FILL');
    return price === '' ? (isThere ? null : undefined) : { price };
  };
  const command = {
    type: 'SetTradeOrders',
    tradeSpecifier: id,
    ...present({
      stopLoss: level(stop, 'STOP_LOSS_ORDER'),
      takeProfit: level(profit, 'TAKE_PROFIT_ORDER'),
    }),
  };
  return {
    accountID,
    without: [...set, ...taken].map(each => each.id),
    with: [{ time: openTime, command }],
  };
}
