import { afterEach, describe, expect, it } from 'vitest';
import { IDEAL_EXECUTION } from '../../../../src/core/engine/state/execution-model.js';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { listen, openStream } from '../../../support/api/stream-client.js';
import { documentOf } from '../../../support/contract/document.js';

const ORDERS = '/v3/accounts/{a}/orders';
const STREAM = '/v3/accounts/{a}/transactions/stream';
const CHANGES = '/v3/accounts/{a}/changes?sinceTransactionID=';
type Fields = Record<string, unknown>;

const opened: TestApi[] = [];
afterEach(async () => {
  for (const { app } of opened.splice(0)) await app.close();
});

/** An API an hour into a market with 1000 units at each of the levels, points from the top. */
async function thin(...offsets: number[]): Promise<TestApi> {
  const depth = offsets.map(offsetPoints => ({ offsetPoints, liquidity: 1000 }));
  const execution = { ...IDEAL_EXECUTION, liquidity: { depth } };
  const api = await testApi(sandboxScenario({ execution }), { heartbeatMs: 60_000 });
  opened.push(api);
  await api.advance({ by: '1h' });
  return api;
}

/** The ask now, less so many points. */
async function askLess(api: TestApi, points: number): Promise<string> {
  const { body } = await api.request('GET', '/v3/accounts/{a}/pricing?instruments=EUR_USD');
  const [price] = body['prices'] as { asks: { price: string }[] }[];
  return (Number(price?.asks[0]?.price) - points / 100_000).toFixed(5);
}

async function touch(api: TestApi, points: number, fields: Fields = {}): Promise<Fields> {
  const price = await askLess(api, points);
  const order = { type: 'MARKET_IF_TOUCHED', instrument: 'EUR_USD', units: '2500', price };
  return { ...order, ...fields };
}

/** Turns the clock until order `id` is no longer pending. */
async function whenEnded(api: TestApi, id: unknown): Promise<Fields> {
  for (let turns = 0; turns < 500; turns++) {
    const { body } = await api.request('GET', `${ORDERS}/${id}`);
    const order = body['order'] as Fields;
    if (order['state'] !== 'PENDING') return order;
    await api.advance({ ticks: 3 });
  }
  throw new Error(`order ${id} is pending still`);
}

describe('the answer to an order that depth fills in part at once', () => {
  it('names the reissue when the fill went past the price of the order', async () => {
    const api = await thin(0, 10);
    const order = await touch(api, 0, { clientExtensions: { id: 'mine' } });
    const { status, headers, body } = await api.request('POST', ORDERS, { order });
    expect(status).toBe(201);
    expect(headers['location']).toMatch(/\/orders\/4$/);
    expect(Object.keys(body)).toEqual([
      'orderCreateTransaction',
      'orderFillTransaction',
      'orderReissueTransaction',
      'relatedTransactionIDs',
      'lastTransactionID',
    ]);
    expect(body).toMatchObject({
      orderCreateTransaction: { id: '4', units: '2500' },
      orderFillTransaction: { id: '5', orderID: '4', units: '2000', requestedUnits: '2500' },
      orderReissueTransaction: {
        id: '6',
        batchID: '4',
        requestID: headers['requestid'],
        type: 'MARKET_IF_TOUCHED_ORDER',
        units: '500',
        price: order['price'],
        reason: 'CLIENT_ORDER',
        clientExtensions: { id: 'mine' },
      },
      relatedTransactionIDs: ['4', '5', '6'],
    });
    const rest = await api.request('GET', `${ORDERS}/@mine`);
    expect(rest.body['order']).toMatchObject({
      id: '6',
      state: 'PENDING',
      initialMarketPrice: (body['orderFillTransaction'] as Fields)['price'],
    });
  });

  it('names the refusal when the order has no side to wait on, and stays a 201', async () => {
    const api = await thin(0);
    const order = await touch(api, 0);
    const { status, body } = await api.request('POST', ORDERS, { order });
    expect(status).toBe(201);
    expect(body).not.toHaveProperty('orderReissueTransaction');
    expect(body).not.toHaveProperty('errorCode');
    expect(body).toMatchObject({
      orderCreateTransaction: { id: '4' },
      orderFillTransaction: { id: '5', units: '1000' },
      orderReissueRejectTransaction: {
        id: '6',
        batchID: '4',
        type: 'MARKET_IF_TOUCHED_ORDER_REJECT',
        units: '1500',
        reason: 'CLIENT_ORDER',
        rejectReason: 'INVALID_REISSUE_IMMEDIATE_PARTIAL_FILL',
      },
      relatedTransactionIDs: ['4', '5', '6'],
    });
    const pending = await api.request('GET', '/v3/accounts/{a}/pendingOrders');
    expect(pending.body['orders']).toEqual([]);
  });

  it('has the same names when the order replaces another', async () => {
    for (const [offsets, name] of [
      [[0, 10], 'orderReissueTransaction'],
      [[0], 'orderReissueRejectTransaction'],
    ] as const) {
      const api = await thin(...offsets);
      await api.request('POST', ORDERS, { order: await touch(api, 500) });
      const { status, body } = await api.request('PUT', `${ORDERS}/4`, {
        order: await touch(api, 0),
      });
      expect(status).toBe(201);
      expect(Object.keys(body)).toEqual([
        'orderCancelTransaction',
        'orderCreateTransaction',
        'orderFillTransaction',
        name,
        'relatedTransactionIDs',
        'lastTransactionID',
      ]);
      expect(body).toMatchObject({
        orderCancelTransaction: { orderID: '4', replacedByOrderID: '6' },
        orderCreateTransaction: { id: '6', reason: 'REPLACEMENT', replacesOrderID: '4' },
        orderFillTransaction: { id: '7', orderID: '6' },
        [name]: { id: '8', batchID: '5', reason: 'CLIENT_ORDER' },
        relatedTransactionIDs: ['5', '6', '7', '8'],
      });
      expect(body[name]).not.toHaveProperty('replacesOrderID');
    }
  });

  it('leaves the names out when depth fills the order whole', async () => {
    const api = await thin(0);
    const { body } = await api.request('POST', ORDERS, {
      order: await touch(api, 0, { units: '1000' }),
    });
    expect(body).toHaveProperty('orderFillTransaction');
    expect(Object.keys(body).filter(name => name.includes('Reissue'))).toEqual([]);
  });

  it('is published with both names, for create and for replace', async () => {
    const { paths } = await documentOf();
    const published = [
      paths['/v3/accounts/{accountID}/orders']?.['post'],
      paths['/v3/accounts/{accountID}/orders/{orderSpecifier}']?.['put'],
    ];
    for (const operation of published) {
      const { properties } =
        operation?.responses['201']?.content?.['application/json']?.schema ?? {};
      const transaction = { $ref: '#/components/schemas/Transaction' };
      expect(properties).toMatchObject({
        orderReissueTransaction: transaction,
        orderReissueRejectTransaction: transaction,
      });
    }
  });
});

describe('a reissue without a request', () => {
  it('is on the transaction stream after its fill, and shown in orders and changes', async () => {
    const api = await thin(0);
    const stream = await openStream(api, await listen(api), STREAM);
    const { body } = await api.request('POST', ORDERS, { order: await touch(api, 3) });
    const { id } = body['orderCreateTransaction'] as { id: string };
    const filled = await whenEnded(api, id);
    expect(filled).toMatchObject({ state: 'FILLED', units: '2500' });
    expect(filled).not.toHaveProperty('replacedByOrderID');
    const told = await stream.until(objects =>
      objects.some(each => each['type'] === 'MARKET_IF_TOUCHED_ORDER' && each['id'] !== id),
    );
    const fill = told.find(each => each['type'] === 'ORDER_FILL');
    const reissue = told.find(
      each => each['type'] === 'MARKET_IF_TOUCHED_ORDER' && each['id'] !== id,
    );
    expect(fill).toMatchObject({ orderID: id, units: '1000', requestedUnits: '2500' });
    expect(reissue).toMatchObject({ batchID: fill?.['id'], time: fill?.['time'], units: '1500' });
    expect(reissue).not.toHaveProperty('requestID');
    const changes = await api.request('GET', `${CHANGES}${id}`);
    const { ordersFilled, ordersCreated, ordersCancelled } = changes.body['changes'] as Fields;
    expect(ordersCancelled).toEqual([]);
    expect((ordersFilled as Fields[])[0]).toMatchObject({ id, state: 'FILLED' });
    const rest = [...(ordersCreated as Fields[]), ...(ordersFilled as Fields[])];
    expect(rest.map(each => each['id'])).toContain(reissue?.['id']);
    stream.close();
  });
});
