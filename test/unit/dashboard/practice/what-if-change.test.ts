import { describe, expect, it } from 'vitest';
import { withLevels, withoutTrade } from '../../../../src/dashboard/practice/what-if-change.js';
import type { Transaction } from '../../../../src/dashboard/wire/types.js';

const trade = { id: '6', openTime: '2024-03-04T08:00:00.000000000Z' };
const of = (id: string, type: string, rest: Partial<Transaction>): Transaction => ({
  id,
  type,
  time: trade.openTime,
  accountID: 'a',
  ...rest,
});
const LEDGER = [
  of('6', 'ORDER_FILL', { orderID: '5' }),
  of('7', 'STOP_LOSS_ORDER', { tradeID: '6', reason: 'ON_FILL' }),
  of('8', 'ORDER_CANCEL', { orderID: '7', reason: 'CLIENT_REQUEST_REPLACED' }),
  of('9', 'STOP_LOSS_ORDER', { tradeID: '6', reason: 'REPLACEMENT' }),
  of('10', 'TAKE_PROFIT_ORDER', { tradeID: '6', reason: 'CLIENT_ORDER' }),
  of('11', 'STOP_LOSS_ORDER', { tradeID: '2', reason: 'CLIENT_ORDER' }),
  of('12', 'ORDER_CANCEL', { orderID: '10', reason: 'CLIENT_REQUEST' }),
  of('13', 'ORDER_CANCEL', { orderID: '3', reason: 'CLIENT_REQUEST' }),
];

describe('the change that a question about a trade means', () => {
  it('leaves out the order that opened a trade that is not taken', () => {
    expect(withoutTrade('a', LEDGER[0] as Transaction)).toEqual({ accountID: 'a', without: ['5'] });
  });

  it('sets the levels when the trade opens, and leaves out what changed them later', () => {
    expect(withLevels('a', trade, { stop: '1.08000', profit: '1.09000' }, LEDGER)).toEqual({
      accountID: 'a',
      without: ['9', '10', '12'],
      with: [
        {
          time: trade.openTime,
          command: {
            type: 'SetTradeOrders',
            tradeSpecifier: '6',
            stopLoss: { price: '1.08000' },
            takeProfit: { price: '1.09000' },
          },
        },
      ],
    });
  });

  it('takes away only what came with the trade', () => {
    const { with: added } = withLevels('a', trade, { stop: '', profit: '' }, LEDGER);
    expect(added?.[0]?.command).toEqual({
      type: 'SetTradeOrders',
      tradeSpecifier: '6',
      stopLoss: null,
    });
  });
});
