import { beforeAll, describe, expect, it } from 'vitest';
import { IDEAL_EXECUTION } from '../../../../src/core/engine/state/execution-model.js';
import { type ApiSetup, type TestAnswer, type TestApi, testApi } from '../../../support/api/api.js';
import { FOREIGN, OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { account } from '../../../support/market/fixtures.js';

const PATH = '/v3/accounts/{a}/orders';
const CODE = 'oanda::rest::core::InvalidParameterException';
const URL = `http://localhost:80/v3/accounts/${OWN}/orders`;
const NOW = '2024-03-05T11:00:00.000000000Z';

const MARKET = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.05' };

/** An API an hour into its market. */
async function running(setup: ApiSetup = {}): Promise<TestApi> {
  const api = await testApi(sandboxScenario(), setup);
  await api.advance({ by: '1h' });
  return api;
}
const post = (api: TestApi, order: unknown) => api.request('POST', PATH, { order });
const lastID = (api: TestApi) => api.sandbox.simulation.account(OWN)?.log.lastID;
const idsOf = ({ body }: TestAnswer) => (body['orders'] as { id: string }[]).map(({ id }) => id);

/** The common fields of a transaction of a request at NOW. */
const head = (id: string, batchID: string, { headers }: TestAnswer) => ({
  id,
  accountID: OWN,
  userID: 1_000_001,
  batchID,
  requestID: headers['requestid'],
  time: NOW,
});

describe('creating an order', () => {
  it('repeats an odd trade id in its refusal, as the client wrote it', async () => {
    const order = { type: 'TAKE_PROFIT', tradeID: 'no \u0000 id', price: '1.2' };
    expect(await post(await running(), order)).toMatchObject({
      status: 404,
      body: { orderRejectTransaction: { tradeID: order.tradeID } },
    });
  });

  it('answers 503 when the window ends before the order could take effect', async () => {
    const execution = { ...IDEAL_EXECUTION, latency: { minMicros: 50_000, maxMicros: 50_000 } };
    const api = await testApi(sandboxScenario({ execution }));
    await api.advance({ by: '500w' });
    expect(await post(api, MARKET)).toMatchObject({
      status: 503,
      body: { errorMessage: 'The simulated window is over' },
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

  it('ignores fields that v20 does not know', async () => {
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
        errorMessage: `Invalid value specified for '${name}'`,
        errorCode: CODE,
      });
      expect(lastID(api)).toBe(before);
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

describe('orders', () => {
  let api: TestApi;
  /** 4 and 8 rest on EUR_USD, 7 on USD_JPY; 5 is filled, 9 cancelled. */
  beforeAll(async () => {
    api = await running();
    await post(api, { ...LIMIT, clientExtensions: { id: 'my/id', tag: 'a' } });
    await post(api, MARKET);
    await post(api, { ...LIMIT, instrument: 'USD_JPY', price: '140' });
    await post(api, LIMIT);
    await post(api, LIMIT);
    await api.request('PUT', `${PATH}/9/cancel`);
  });
  const get = (path: string) => api.request('GET', `${PATH}${path}`);

  it('are shown one by one, in every state by their id', async () => {
    const { status, body } = await get('/4');
    expect(status).toBe(200);
    expect(body).toEqual({
      order: {
        id: '4',
        createTime: NOW,
        type: 'LIMIT',
        instrument: 'EUR_USD',
        units: '100',
        timeInForce: 'GTC',
        price: '1.05000',
        triggerCondition: 'DEFAULT',
        partialFill: 'DEFAULT_FILL',
        positionFill: 'DEFAULT',
        clientExtensions: { id: 'my/id', tag: 'a' },
        state: 'PENDING',
      },
      lastTransactionID: '10',
    });
    expect((await get('/5')).body['order']).toMatchObject({
      state: 'FILLED',
      fillingTransactionID: '6',
    });
    expect((await get('/9')).body['order']).toMatchObject({
      state: 'CANCELLED',
      cancellingTransactionID: '10',
    });
  });

  it('are found by their client id while they are pending', async () => {
    expect((await get('/@my%2Fid')).body['order']).toMatchObject({ id: '4' });
    expect((await get('/%40my%2Fid')).body['order']).toMatchObject({ id: '4' });
    for (const specifier of ['@other', '6', '11', '0', '999999999999999']) {
      expect(await get(`/${specifier}`), specifier).toMatchObject({
        status: 404,
        body: {
          errorMessage: 'The order ID specified does not exist',
          errorCode: 'NO_SUCH_ORDER',
          lastTransactionID: '10',
        },
      });
    }
  });

  it('are not asked for by what is no specifier', async () => {
    for (const specifier of ['abc', '@', '-4', '4.0', '4%00', '1'.repeat(16), '__proto__']) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PUT', '', { order: LIMIT }],
        ['PUT', '/cancel', undefined],
        ['PUT', '/clientExtensions', { clientExtensions: { id: 'x' } }],
      ] as const) {
        const answer = await api.request(method, `${PATH}/${specifier}${path}`, body);
        expect(answer.status).toBe(400);
        expect(answer.body['errorMessage']).toBe("Invalid value specified for 'orderSpecifier'");
      }
    }
    expect(lastID(api)).toBe(10);
  });

  it('are listed newest first: the pending ones unless asked otherwise', async () => {
    const pending = await get('');
    expect(idsOf(pending)).toEqual(['8', '7', '4']);
    expect(pending.body['lastTransactionID']).toBe('10');
    expect(pending.headers).not.toHaveProperty('link');
    const all = await api.request('GET', '/v3/accounts/{a}/pendingOrders');
    expect(all.body).toEqual(pending.body);
    expect(idsOf(await get('?state=ALL'))).toEqual(['9', '8', '7', '5', '4']);
    expect(idsOf(await get('?state=FILLED'))).toEqual(['5']);
    expect(idsOf(await get('?state=CANCELLED'))).toEqual(['9']);
    expect(idsOf(await get('?state=TRIGGERED'))).toEqual([]);
  });

  it('are listed by id and instrument, each filter beside the others', async () => {
    expect(idsOf(await get('?ids=4,5,7,4,99'))).toEqual(['7', '4']);
    expect(idsOf(await get('?ids=4,5,7&state=ALL'))).toEqual(['7', '5', '4']);
    expect(idsOf(await get('?instrument=EUR_USD'))).toEqual(['8', '4']);
    expect(idsOf(await get('?instrument=EUR_USD&state=ALL&ids=4%252C7'))).toEqual(['4']);
    expect(idsOf(await get('?instrument=GBP_USD'))).toEqual([]);
    expect(idsOf(await get('?beforeID=7'))).toEqual(['7', '4']);
    expect(idsOf(await get('?beforeID=3&state=ALL'))).toEqual([]);
    expect(idsOf(await get('?beforeID=999999&state=ALL&count=1'))).toEqual(['9']);
  });

  it('are listed in pages, each linked from the one before', async () => {
    const seen: string[] = [];
    let path = '?state=ALL&count=2&instrument=EUR_USD';
    const links: unknown[] = [];
    for (let pages = 0; pages < 5; pages++) {
      const answer = await get(path);
      seen.push(...idsOf(answer));
      const link = answer.headers['link'] as string | undefined;
      links.push(link);
      if (link === undefined) break;
      path = link.slice(link.indexOf('?'), link.indexOf('>'));
    }
    expect(seen).toEqual(['9', '8', '5', '4']);
    expect(links).toEqual([
      `<${URL}?state=ALL&instrument=EUR_USD&count=2&beforeID=7>; rel="next"`,
      undefined,
    ]);
  });

  it.each([
    ['?ids=4,', 'ids'],
    ['?ids=@mine', 'ids'],
    ['?state=pending', 'state'],
    ['?instrument=EUR_ZZZ', 'instrument'],
    ['?instrument=__proto__', 'instrument'],
    ['?count=0', 'count'],
    ['?count=1e2', 'count'],
    ['?count=5&count=6', 'count'],
    ['?beforeID=-1', 'beforeID'],
    ['?beforeID=x', 'beforeID'],
  ])('are not listed for %s', async (query, name) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(body).toEqual({
      errorMessage: `Invalid value specified for '${name}'`,
      errorCode: CODE,
    });
  });

  it('are listed 500 at most', async () => {
    expect((await get('?count=500')).status).toBe(200);
    expect((await get('?count=501')).body['errorMessage']).toBe(
      "Maximum value for 'count' exceeded",
    );
  });

  it('of another account are forbidden, and are asked for in no other way', async () => {
    for (const [method, path, body] of [
      ['GET', 'orders', undefined],
      ['GET', 'pendingOrders', undefined],
      ['GET', 'orders/4', undefined],
      ['PUT', 'orders/4', { order: LIMIT }],
      ['PUT', 'orders/4/cancel', undefined],
      ['PUT', 'orders/4/clientExtensions', { clientExtensions: { id: 'x' } }],
    ] as const) {
      const answer = await api.request(method, `/v3/accounts/${FOREIGN}/${path}`, body);
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({ errorMessage: 'The provided request was forbidden.' });
      expect((await api.request('DELETE', `/v3/accounts/{a}/${path}`)).status).toBe(405);
    }
  });
});
