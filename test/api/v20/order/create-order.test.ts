import { beforeAll, describe, expect, it } from 'vitest';
import { IDEAL_EXECUTION } from '../../../../src/core/engine/state/execution-model.js';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { FOREIGN, OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { account } from '../../../support/market/fixtures.js';
import { CODE, head, LIMIT, lastID, MARKET, PATH, post, running, URL } from './order-requests.js';

/** Names whose whole sentence was recorded at the service. */
const RECORDED = new Set([
  'order.instrument',
  'order.units',
  'order.timeInForce',
  'orderPositionFill',
]);
const DECIMAL = 'a decimal number, with at most 15 digits on each side of the point';

describe('creating an order', () => {
  it('repeats an odd trade id in its refusal, as the client wrote it', async () => {
    const order = { type: 'TAKE_PROFIT', tradeID: 'no \u0000 id', price: '1.2' };
    expect(await post(await running(), order)).toMatchObject({
      status: 404,
      body: { orderRejectTransaction: { tradeID: order.tradeID } },
    });
  });

  it.each(['2024-03-05T11:00:00+02:00', '2024-03-05T11:00:00Z', '1709600000.5'])(
    'refuses with the times of the request in its own text: %s',
    async gtdTime => {
      const given = { price: '1', timeInForce: 'GTD', gtdTime };
      const order = { ...LIMIT, ...given, takeProfitOnFill: given, stopLossOnFill: given };
      const { status, body } = await post(await running(), order);
      expect(status).toBe(400);
      expect(body['orderRejectTransaction']).toMatchObject({
        ...order,
        type: 'LIMIT_ORDER_REJECT',
      });
    },
  );

  it('answers 503 when the window ends before the order could take effect', async () => {
    const execution = { ...IDEAL_EXECUTION, latency: { minMicros: 50_000, maxMicros: 50_000 } };
    const api = await testApi(sandboxScenario({ execution }));
    await api.advance({ by: '500w' });
    expect(await post(api, MARKET)).toMatchObject({
      status: 503,
      body: { errorMessage: 'The simulated window is over' },
    });
  });

  it('answers 201 with the order, its fill and where it is', async () => {
    const api = await running();
    const answer = await post(api, { ...MARKET, stopLossOnFill: { distance: '0.01' } });
    expect(answer.status).toBe(201);
    expect(answer.headers['location']).toBe(`${URL}/4`);
    expect(answer.headers['requestid']).toMatch(/^\d{17}$/);
    expect(answer.body).toEqual({
      orderCreateTransaction: {
        ...head('4', '4', answer),
        type: 'MARKET_ORDER',
        instrument: 'EUR_USD',
        units: '100',
        timeInForce: 'FOK',
        positionFill: 'DEFAULT',
        stopLossOnFill: { distance: '0.01000', timeInForce: 'GTC' },
        reason: 'CLIENT_ORDER',
      },
      orderFillTransaction: expect.objectContaining({
        ...head('5', '4', answer),
        type: 'ORDER_FILL',
        orderID: '4',
        units: '100',
        reason: 'MARKET_ORDER',
        tradeOpened: expect.objectContaining({ tradeID: '5', units: '100' }),
      }),
      relatedTransactionIDs: ['4', '5', '6'],
      lastTransactionID: '6',
    });
    expect(Object.keys(answer.body)).toEqual([
      'orderCreateTransaction',
      'orderFillTransaction',
      'relatedTransactionIDs',
      'lastTransactionID',
    ]);
  });

  it('answers 201 with the order alone while it rests', async () => {
    const api = await running();
    const answer = await post(api, LIMIT);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      orderCreateTransaction: {
        ...head('4', '4', answer),
        type: 'LIMIT_ORDER',
        instrument: 'EUR_USD',
        units: '100',
        price: '1.05000',
        timeInForce: 'GTC',
        positionFill: 'DEFAULT',
        triggerCondition: 'DEFAULT',
        partialFill: 'DEFAULT',
        reason: 'CLIENT_ORDER',
      },
      relatedTransactionIDs: ['4'],
      lastTransactionID: '4',
    });
  });

  it('answers 201 with the cancel of an order that the market does not take', async () => {
    const api = await running();
    const { status, body } = await post(api, { ...MARKET, units: '1000000' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      orderCreateTransaction: { id: '4' },
      orderCancelTransaction: { type: 'ORDER_CANCEL', orderID: '4', reason: 'INSUFFICIENT_MARGIN' },
      relatedTransactionIDs: ['4', '5'],
    });
    expect(body).not.toHaveProperty('orderFillTransaction');
  });

  it('takes numbers as text or as numbers, and the text is exact', async () => {
    const api = await running();
    const text = await post(api, { ...LIMIT, units: '100', price: '1.05' });
    const number = await post(api, { ...LIMIT, units: 100, price: 1.05 });
    const { id, batchID, requestID, ...created } = text.body['orderCreateTransaction'] as {
      id: string;
      batchID: string;
      requestID: string;
    };
    expect(number.body['orderCreateTransaction']).toMatchObject(created);
    const tiny = await post(api, { ...LIMIT, price: 1e-7 });
    expect(tiny.body['orderRejectTransaction']).toMatchObject({ price: '0.0000001' });
  });

  it('ignores fields that v20 does not have', async () => {
    const api = await running();
    const { status, body } = await post(api, { ...LIMIT, colour: 'red', nested: { deep: [1] } });
    expect(status).toBe(201);
    expect(JSON.stringify(body)).not.toContain('red');
  });

  it('answers a refusal by the market with its transaction, reason and sentence', async () => {
    const api = await running();
    const answer = await post(api, { ...MARKET, units: '0' });
    expect(answer.status).toBe(400);
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.body).toEqual({
      orderRejectTransaction: {
        ...head('4', '4', answer),
        type: 'MARKET_ORDER_REJECT',
        instrument: 'EUR_USD',
        units: '0',
        timeInForce: 'FOK',
        positionFill: 'DEFAULT',
        reason: 'CLIENT_ORDER',
        rejectReason: 'UNITS_INVALID',
      },
      relatedTransactionIDs: ['4'],
      lastTransactionID: '4',
      errorMessage: 'Order units specified are invalid',
      errorCode: 'UNITS_INVALID',
    });
    const long = { ...LIMIT, clientExtensions: { id: 'x'.repeat(129) } };
    expect((await post(api, long)).body['errorCode']).toBe('CLIENT_ORDER_ID_INVALID');
    expect((await post(api, { ...LIMIT, price: '1.05574999999999' })).body).toMatchObject({
      orderRejectTransaction: { price: '1.05574999999999' },
      errorCode: 'PRICE_PRECISION_EXCEEDED',
    });
  });

  it('answers 404 for a trade that is not there, 403 on a locked account', async () => {
    const api = await running();
    const takeProfit = { type: 'TAKE_PROFIT', tradeID: '99', price: '1.2' };
    expect(await post(api, takeProfit)).toMatchObject({
      status: 404,
      body: {
        orderRejectTransaction: { type: 'TAKE_PROFIT_ORDER_REJECT', tradeID: '99' },
        errorCode: 'TRADE_DOESNT_EXIST',
        lastTransactionID: '4',
      },
    });
    const locked = account({ id: OWN, locks: ['ORDER_CREATION_LOCKED'] });
    const closed = await testApi(sandboxScenario({ accounts: [locked] }));
    expect(await post(closed, MARKET)).toMatchObject({
      status: 403,
      body: {
        orderRejectTransaction: { type: 'MARKET_ORDER_REJECT' },
        errorCode: 'ACCOUNT_ORDER_CREATION_LOCKED',
      },
    });
  });

  describe('takes no malformed body', () => {
    let api: TestApi;
    beforeAll(async () => {
      api = await running();
    });

    it.each([
      [{ ...MARKET, type: undefined }, 'order.type'],
      [{ ...MARKET, type: 'FIXED_PRICE' }, 'order.type'],
      [{ ...MARKET, type: 7 }, 'order.type'],
      [{ ...MARKET, type: 'toString' }, 'order.type'],
      [{ ...MARKET, instrument: 'EUR_ZZZ' }, 'order.instrument'],
      [{ ...MARKET, instrument: 'hasOwnProperty' }, 'order.instrument'],
      [{ ...MARKET, instrument: ['EUR_USD'] }, 'order.instrument'],
      [{ ...MARKET, units: 'many' }, 'order.units'],
      [{ ...MARKET, units: '1e3' }, 'order.units'],
      [{ ...MARKET, units: '0x10' }, 'order.units'],
      [{ ...MARKET, units: ' 5 ' }, 'order.units'],
      [{ ...MARKET, units: '٣' }, 'order.units'],
      [{ ...MARKET, units: 'NaN' }, 'order.units'],
      [{ ...MARKET, units: '9'.repeat(33) }, 'order.units'],
      [{ ...MARKET, units: 1e308 }, 'order.units'],
      [{ ...MARKET, units: null }, 'order.units'],
      [{ ...MARKET, units: true }, 'order.units'],
      [{ ...MARKET, timeInForce: 'FOREVER' }, 'order.timeInForce'],
      [{ ...MARKET, positionFill: 'SOMEHOW' }, 'orderPositionFill'],
      [{ ...MARKET, positionFill: 'POSITION_DEFAULT' }, 'orderPositionFill'],
      [{ ...LIMIT, triggerCondition: 'TRIGGER_DEFAULT' }, 'order.triggerCondition'],
      [{ ...LIMIT, gtdTime: 'tomorrow' }, 'order.gtdTime'],
      [{ ...LIMIT, clientExtensions: 'mine' }, 'order.clientExtensions'],
      [{ ...LIMIT, clientExtensions: { id: 5 } }, 'order.clientExtensions.id'],
      [{ type: 'TAKE_PROFIT', tradeID: 5, price: '1.5' }, 'order.tradeID'],
      [{ type: 'TAKE_PROFIT', clientTradeID: 5, price: '1.5' }, 'order.clientTradeID'],
      [{ ...LIMIT, gtdTime: 1709719200 }, 'order.gtdTime'],
      [{ ...LIMIT, clientExtensions: { tag: 'x'.repeat(10_000) } }, 'order.clientExtensions.tag'],
      [{ ...LIMIT, stopLossOnFill: { price: {} } }, 'order.stopLossOnFill.price'],
      [{ ...LIMIT, stopLossOnFill: [] }, 'order.stopLossOnFill'],
      ['MARKET', 'order'],
      [[MARKET], 'order'],
      [null, 'order'],
    ])('%.80j', async (order, name) => {
      const before = lastID(api);
      const { status, body } = await post(api, order);
      expect(status).toBe(400);
      expect(body).toEqual({
        errorMessage: RECORDED.has(name)
          ? `Invalid value specified for '${name}'`
          : expect.stringMatching(`^Invalid value specified for '${name}'([.] It was .+)?$`),
        errorCode: CODE,
      });
      expect(lastID(api)).toBe(before);
    });

    it.each([
      [{ price: '1.1x' }, 'price', `"1.1x"; it must be ${DECIMAL}`],
      [{ price: 'NaN' }, 'price', `"NaN"; it must be ${DECIMAL}`],
      [{ gtdTime: 'noon' }, 'gtdTime', '"noon"; it must be a time of RFC 3339 or UNIX seconds'],
      [{ price: [1] }, 'price', '[1]; it must be of the JSON type string'],
      [{ triggerCondition: 'LAST' }, 'triggerCondition', '"LAST"; it must be one of DEFAULT, '],
      [
        { clientExtensions: { id: 'x'.repeat(1_025) } },
        'clientExtensions.id',
        `"${'x'.repeat(59)}...`,
      ],
    ])('and shows the value and the rule: %j', async (fields, name, text) => {
      const order = { type: 'LIMIT', instrument: 'EUR_USD', units: '1', price: '1.0', ...fields };
      const { status, body } = await api.request('POST', PATH, { order });
      expect(status).toBe(400);
      const said = `Invalid value specified for 'order.${name}'. It was ${text}`;
      expect(body['errorMessage']).toContain(said);
    });

    it('without an order', async () => {
      const missing = { errorMessage: 'The request was missing required data' };
      for (const body of [{}, [], { Order: MARKET }, undefined]) {
        const answer = await api.request('POST', PATH, body);
        expect(answer.status).toBe(400);
        expect(answer.body).toEqual(missing);
      }
    });
  });

  it('is forbidden on another account, as on one that does not exist', async () => {
    const api = await running();
    for (const id of [FOREIGN, '101-001-9-001']) {
      const answer = await api.request('POST', `/v3/accounts/${id}/orders`, { order: MARKET });
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({ errorMessage: 'The provided request was forbidden.' });
    }
    expect(api.sandbox.simulation.account(FOREIGN)?.log.lastID).toBe(3);
  });
});
