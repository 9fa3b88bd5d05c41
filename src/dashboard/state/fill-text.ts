/** What a fill was, in words. Pure. */

import type { OrderFillReason } from '../../core/order/fill-reason.js';
import { grouped, instrumentText, signedMoney } from '../parts/format.js';
import type { Transaction } from '../wire/types.js';

/** `Bought 1 000 EUR/USD at 1.08412`. */
export function filledText({ units = '', instrument = '', price = '' }: Transaction): string {
  const verb = units.startsWith('-') ? 'Sold' : 'Bought';
  return `${verb} ${grouped(units.replace('-', ''))} ${instrumentText(instrument)} at ${price}`;
}

/** The orders that fill by themselves, because the market comes to their price. */
const BY_ITSELF: Readonly<Partial<Record<OrderFillReason, string>>> = {
  LIMIT_ORDER: 'Limit order',
  STOP_ORDER: 'Stop order',
  MARKET_IF_TOUCHED_ORDER: 'If-touched order',
  TAKE_PROFIT_ORDER: 'Profit',
  STOP_LOSS_ORDER: 'Stop',
  GUARANTEED_STOP_LOSS_ORDER: 'Guaranteed stop',
  TRAILING_STOP_LOSS_ORDER: 'Trailing stop',
  MARKET_ORDER_MARGIN_CLOSEOUT: 'Margin closeout',
  MARKET_ORDER_DELAYED_TRADE_CLOSE: 'Delayed close',
};

/**
 * `Stop 12 filled: sold 1 000 EUR/USD at 1.08412; trade 9 closed, −12.30`; undefined for another transaction, and for
 * a fill in the request that made its order.
 */
export function fillNotice(transaction: Transaction): string | undefined {
  const { type, reason = '', orderID, batchID } = transaction;
  const name = type === 'ORDER_FILL' ? BY_ITSELF[reason as OrderFillReason] : undefined;
  if (name === undefined || (batchID !== undefined && batchID === orderID)) return undefined;
  const { tradeOpened, tradesClosed = [], tradeReduced } = transaction;
  const filled = filledText(transaction);
  const results = [
    ...tradesClosed.map(each => `trade ${each.tradeID} closed, ${signedMoney(each.realizedPL)}`),
    ...(tradeReduced === undefined
      ? []
      : [
          `a part of trade ${tradeReduced.tradeID} closed, ${signedMoney(tradeReduced.realizedPL)}`,
        ]),
    ...(tradeOpened === undefined ? [] : [`trade ${tradeOpened.tradeID} opened`]),
  ];
  const what = `${name} ${orderID} filled: ${filled.charAt(0).toLowerCase()}${filled.slice(1)}`;
  return [what, ...results].join('; ');
}
