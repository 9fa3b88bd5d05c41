import { describe, expect, it } from 'vitest';
import { formOfOrder } from '../../../../src/dashboard/ticket/form-of-order.js';
import { orderBody } from '../../../../src/dashboard/ticket/order-body.js';

describe('the ticket of an order', () => {
  it('sends the order again as it is', () => {
    const order = {
      id: '9',
      createTime: '2024-03-04T08:00:00.000000000Z',
      state: 'PENDING',
      partialFill: 'DEFAULT_FILL',
      type: 'LIMIT',
      instrument: 'EUR_USD',
      units: '-1000',
      timeInForce: 'GTD',
      gtdTime: '2024-03-05T00:00:00.000000000Z',
      price: '1.10000',
      triggerCondition: 'BID',
      positionFill: 'DEFAULT',
      clientExtensions: { id: 'a' },
      stopLossOnFill: { distance: '0.00500', timeInForce: 'GTC' },
    };
    const { id, createTime, state, partialFill, ...body } = order;
    expect(orderBody(formOfOrder(order))).toEqual(body);
  });

  it('leaves out the price that came of a distance', () => {
    const stop = { type: 'STOP_LOSS', tradeID: '5', price: '1.07653', distance: '0.00500' };
    expect(orderBody(formOfOrder(stop))).toEqual({
      type: 'STOP_LOSS',
      tradeID: '5',
      distance: '0.00500',
    });
    expect(orderBody(formOfOrder({ ...stop, distance: undefined } as never))).toEqual({
      type: 'STOP_LOSS',
      tradeID: '5',
      price: '1.07653',
    });
  });
});
