import { describe, expect, it } from 'vitest';
import { movedOrder } from '../../../../src/dashboard/chart/lines/move-order.js';
import { orderLines } from '../../../../src/dashboard/chart/lines/order-lines.js';
import type { PageAccount } from '../../../../src/dashboard/state/apply-changes.js';
import type { Order, TradeSummary } from '../../../../src/dashboard/wire/types.js';

const CREATED = { state: 'PENDING', createTime: '2024-03-04T00:00:00.000000000Z' };
const LIMIT: Order = {
  id: '3',
  type: 'LIMIT',
  instrument: 'EUR_USD',
  units: '-5000',
  price: '1.1',
  ...CREATED,
};
const STOP: Order = { id: '6', type: 'STOP_LOSS', tradeID: '5', price: '1.05', ...CREATED };
const TRAILING: Order = {
  id: '7',
  type: 'TRAILING_STOP_LOSS',
  tradeID: '5',
  distance: '0.01',
  trailingStopValue: '1.06',
  ...CREATED,
};

function account(orders: readonly Order[], units = '1000'): PageAccount {
  const trade = {
    id: '5',
    instrument: 'EUR_USD',
    price: '1.07',
    currentUnits: units,
    unrealizedPL: '-1',
  };
  return {
    summary: {},
    orders: new Map(orders.map(order => [order.id, order])),
    trades: new Map([['5', trade as TradeSummary]]),
    positions: new Map(),
  } as unknown as PageAccount;
}

describe('lines of the chart', () => {
  it('are the trades and pending orders of the instrument, with the side that fills', () => {
    const lines = orderLines(account([LIMIT, STOP, TRAILING]), 'EUR_USD', 1);
    expect(lines.map(({ key, kind, side, price }) => [key, kind, side, price])).toEqual([
      ['trade 5', 'trade', 'buy', '1.07'],
      ['order 3', 'entry', 'sell', '1.1'],
      ['order 6', 'stop', 'sell', '1.05'],
      ['order 7', 'trailing', 'sell', '1.06'],
    ]);
    expect(orderLines(account([LIMIT, STOP]), 'USD_JPY', 1)).toEqual([]);
  });

  it('of a short trade are filled by buying', () => {
    const [trade, stop] = orderLines(account([STOP], '-1000'), 'EUR_USD', 1);
    expect([trade?.side, trade?.label, stop?.side]).toEqual(['sell', '▼ Short 1\u202f000', 'buy']);
  });

  it('are those nearest to the price when there are very many', () => {
    const orders = Array.from({ length: 400 }, (_, index) => ({
      ...LIMIT,
      id: String(100 + index),
      price: String(2 + index),
    }));
    const prices = orderLines(account(orders), 'EUR_USD', 1).map(({ price }) => Number(price));
    expect(prices).toHaveLength(150);
    expect(Math.max(...prices)).toBe(150);
  });
});

describe('an order that is moved', () => {
  it('is asked for again as it was, at the new price', () => {
    const order = { ...LIMIT, timeInForce: 'GTC', clientExtensions: { id: 'mine' } };
    expect(movedOrder(order, { price: '1.2' })).toEqual({
      type: 'LIMIT',
      instrument: 'EUR_USD',
      units: '-5000',
      timeInForce: 'GTC',
      clientExtensions: { id: 'mine' },
      price: '1.2',
    });
    expect(movedOrder({ ...STOP, distance: '0.01' }, { price: '1.04' })).toEqual({
      type: 'STOP_LOSS',
      tradeID: '5',
      price: '1.04',
    });
  });
});
