import { describe, expect, it } from 'vitest';
import { fillNotice } from '../../../../src/dashboard/state/fill-text.js';
import type { Transaction } from '../../../../src/dashboard/wire/types.js';

const FILL: Transaction = {
  id: '14',
  time: '2024-03-04T09:00:00.000000000Z',
  type: 'ORDER_FILL',
  accountID: 'a',
  reason: 'STOP_LOSS_ORDER',
  orderID: '12',
  batchID: '14',
  instrument: 'EUR_USD',
  units: '-1000',
  price: '1.08412',
};
const CLOSED = { tradeID: '9', price: '1.08412', realizedPL: '-12.3000' };

describe('the notice of a fill', () => {
  it('names the order, its side, units and price, and what became of the trade', () => {
    expect(fillNotice({ ...FILL, tradesClosed: [CLOSED] })).toBe(
      'Stop 12 filled: sold 1\u202f000 EUR/USD at 1.08412; trade 9 closed, −12.30',
    );
    expect(fillNotice({ ...FILL, reason: 'TAKE_PROFIT_ORDER', tradeReduced: CLOSED })).toBe(
      'Profit 12 filled: sold 1\u202f000 EUR/USD at 1.08412; a part of trade 9 closed, −12.30',
    );
    const opened = { tradeID: '14', price: '1.08412' };
    expect(fillNotice({ ...FILL, reason: 'LIMIT_ORDER', units: '500', tradeOpened: opened })).toBe(
      'Limit order 12 filled: bought 500 EUR/USD at 1.08412; trade 14 opened',
    );
  });

  it('is not there for what was asked for just now, nor for other transactions', () => {
    expect(fillNotice({ ...FILL, reason: 'MARKET_ORDER' })).toBeUndefined();
    expect(fillNotice({ ...FILL, reason: 'LIMIT_ORDER', batchID: '12' })).toBeUndefined();
    expect(fillNotice({ ...FILL, type: 'ORDER_CANCEL' })).toBeUndefined();
  });
});
