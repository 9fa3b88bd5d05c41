import { describe, expect, it } from 'vitest';
import { type ApiSetup, type TestApi, testApi } from '../../../support/api/api.js';
import { control } from '../../../support/api/control.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { account } from '../../../support/market/fixtures.js';

const PATH = '/v3/accounts/{a}/orders';
const URL = `http://localhost:80/v3/accounts/${OWN}/orders`;
const LIMIT = { type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.05' };

/** An API whose first account has a pending order 4, known as `mine`. */
async function resting(setup: ApiSetup = {}, overrides = {}): Promise<TestApi> {
  const api = await testApi(sandboxScenario(overrides), setup);
  await api.advance({ by: '1h' });
  const order = { ...LIMIT, clientExtensions: { id: 'mine' } };
  await api.request('POST', PATH, { order });
  return api;
}
const lastID = (api: TestApi) => api.sandbox.simulation.account(OWN)?.log.lastID;

describe('replacing an order', () => {
  it('answers 201 with the cancel of the old one and where the new one is', async () => {
    const api = await resting();
    const order = { ...LIMIT, price: '1.06' };
    const { status, headers, body } = await api.request('PUT', `${PATH}/@mine`, { order });
    expect(status).toBe(201);
    expect(headers['location']).toBe(`${URL}/6`);
    expect(Object.keys(body)).toEqual([
      'orderCancelTransaction',
      'orderCreateTransaction',
      'relatedTransactionIDs',
      'lastTransactionID',
    ]);
    expect(body).toMatchObject({
      orderCancelTransaction: {
        id: '5',
        orderID: '4',
        clientOrderID: 'mine',
        replacedByOrderID: '6',
        reason: 'CLIENT_REQUEST_REPLACED',
      },
      orderCreateTransaction: {
        id: '6',
        batchID: '5',
        requestID: headers['requestid'],
        price: '1.06000',
        clientExtensions: { id: 'mine' },
        reason: 'REPLACEMENT',
        replacesOrderID: '4',
        cancellingTransactionID: '5',
      },
      relatedTransactionIDs: ['5', '6'],
      lastTransactionID: '6',
    });
    const old = await api.request('GET', `${PATH}/4`);
    expect(old.body['order']).toMatchObject({ state: 'CANCELLED', replacedByOrderID: '6' });
  });

  it('has a fill or a cancel of the new one under names of their own', async () => {
    const api = await resting();
    const filled = await api.request('PUT', `${PATH}/4`, { order: { ...LIMIT, price: '1.2' } });
    expect(filled.body).toMatchObject({
      orderCancelTransaction: { orderID: '4' },
      orderCreateTransaction: { id: '6' },
      orderFillTransaction: { id: '7', orderID: '6' },
      relatedTransactionIDs: ['5', '6', '7'],
    });
    await api.request('POST', PATH, { order: LIMIT });
    const order = { ...LIMIT, timeInForce: 'IOC' };
    const cancelled = await api.request('PUT', `${PATH}/8`, { order });
    expect(cancelled.body).toMatchObject({
      orderCancelTransaction: { orderID: '8', reason: 'CLIENT_REQUEST_REPLACED' },
      orderCreateTransaction: { id: '10' },
      replacingOrderCancelTransaction: { id: '11', orderID: '10', reason: 'TIME_IN_FORCE_EXPIRED' },
    });
  });

  it('leaves the old one when the new one is refused', async () => {
    const api = await resting();
    const order = { ...LIMIT, price: '-1' };
    expect(await api.request('PUT', `${PATH}/4`, { order })).toMatchObject({
      status: 400,
      body: {
        orderRejectTransaction: {
          type: 'LIMIT_ORDER_REJECT',
          intendedReplacesOrderID: '4',
          rejectReason: 'PRICE_INVALID',
        },
        relatedTransactionIDs: ['5'],
        lastTransactionID: '5',
        errorMessage: 'The price specified is invalid',
        errorCode: 'PRICE_INVALID',
      },
    });
    const old = await api.request('GET', `${PATH}/4`);
    expect(old.body['order']).toMatchObject({ state: 'PENDING' });
  });

  it.each([
    ['4', '4'],
    ['@mine', '4'],
    ['@other', undefined],
  ])('that a fault refuses names the old one of %s by its id: %s', async (specifier, id) => {
    const api = await resting();
    await control(api, 'POST', '/faults', { operation: 'replaceOrder', reject: 'ACCOUNT_LOCKED' });
    const { status, body } = await api.request('PUT', `${PATH}/${specifier}`, { order: LIMIT });
    expect(status).toBe(403);
    const { intendedReplacesOrderID, reason } = body['orderRejectTransaction'] as {
      readonly intendedReplacesOrderID?: string;
      readonly reason: string;
    };
    expect([intendedReplacesOrderID, reason]).toEqual([id, id ? 'REPLACEMENT' : 'CLIENT_ORDER']);
  });

  it('refuses a market order, which is of another type', async () => {
    const api = await resting();
    const order = { type: 'MARKET', instrument: 'EUR_USD', units: '100' };
    expect(await api.request('PUT', `${PATH}/4`, { order })).toMatchObject({
      status: 400,
      body: {
        orderRejectTransaction: {
          type: 'MARKET_ORDER_REJECT',
          intendedReplacesOrderID: '4',
          rejectReason: 'REPLACING_ORDER_INVALID',
        },
      },
    });
  });

  it('answers 404 with the reject of its cancel when there is none to replace', async () => {
    const api = await resting();
    for (const [specifier, names] of [
      ['99', { orderID: '99' }],
      ['@other', { clientOrderID: 'other' }],
    ] as const) {
      const answer = await api.request('PUT', `${PATH}/${specifier}`, { order: LIMIT });
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({
        orderCancelRejectTransaction: {
          type: 'ORDER_CANCEL_REJECT',
          ...names,
          rejectReason: 'ORDER_DOESNT_EXIST',
        },
        errorMessage: 'The Order specified does not exist',
        errorCode: 'ORDER_DOESNT_EXIST',
      });
    }
  });

  it('takes no malformed body', async () => {
    const api = await resting();
    const bad = await api.request('PUT', `${PATH}/4`, { order: { ...LIMIT, price: 'low' } });
    expect(bad).toMatchObject({
      status: 400,
      body: {
        errorMessage: expect.stringMatching(
          /^Invalid value specified for 'order.price'. It was "low"; it must be a decimal number, /,
        ),
      },
    });
    expect((await api.request('PUT', `${PATH}/4`, {})).status).toBe(400);
    expect(lastID(api)).toBe(4);
  });
});

describe('cancelling an order', () => {
  it('answers 200 with the cancel and where the order is', async () => {
    const api = await resting();
    const { status, headers, body } = await api.request('PUT', `${PATH}/@mine/cancel`);
    expect(status).toBe(200);
    expect(headers['location']).toBe(`${URL}/4`);
    expect(body).toEqual({
      orderCancelTransaction: {
        id: '5',
        accountID: OWN,
        userID: 1_000_001,
        batchID: '5',
        requestID: headers['requestid'],
        time: '2024-03-05T11:00:00.000000000Z',
        type: 'ORDER_CANCEL',
        orderID: '4',
        clientOrderID: 'mine',
        reason: 'CLIENT_REQUEST',
      },
      relatedTransactionIDs: ['5'],
      lastTransactionID: '5',
    });
  });

  it('answers 404 when it is not pending, and writes that down', async () => {
    const api = await resting();
    await api.request('PUT', `${PATH}/4/cancel`);
    const { status, headers, body } = await api.request('PUT', `${PATH}/4/cancel`);
    expect(status).toBe(404);
    expect(body).toEqual({
      orderCancelRejectTransaction: {
        id: '6',
        accountID: OWN,
        userID: 1_000_001,
        batchID: '6',
        requestID: headers['requestid'],
        time: '2024-03-05T11:00:00.000000000Z',
        type: 'ORDER_CANCEL_REJECT',
        orderID: '4',
        rejectReason: 'ORDER_DOESNT_EXIST',
      },
      relatedTransactionIDs: ['6'],
      lastTransactionID: '6',
      errorMessage: 'The Order specified does not exist',
      errorCode: 'ORDER_DOESNT_EXIST',
    });
  });

  it('is forbidden when the account is locked for it', async () => {
    const locked = account({ id: OWN, locks: ['ORDER_CANCEL_LOCKED'] });
    const api = await resting({}, { accounts: [locked] });
    expect(await api.request('PUT', `${PATH}/4/cancel`)).toMatchObject({
      status: 403,
      body: {
        orderCancelRejectTransaction: { orderID: '4' },
        errorCode: 'ACCOUNT_ORDER_CANCEL_LOCKED',
      },
    });
  });

  it('takes a ClientRequestID, and refuses one with control characters', async () => {
    const api = await resting();
    for (const value of ['a\u0007b', 'a\r\nSet-Cookie: x', '\u0000', 'a\u007f']) {
      const headers = { ClientRequestID: value };
      const answer = await api.request('PUT', `${PATH}/4/cancel`, undefined, headers);
      expect(answer.status).toBe(400);
      expect(answer.body['errorMessage']).toBe("Invalid value specified for 'ClientRequestID'");
      const replaced = await api.request('PUT', `${PATH}/4`, { order: LIMIT }, headers);
      expect(replaced.status).toBe(400);
    }
    expect(lastID(api)).toBe(4);
    const headers = { ClientRequestID: 'my request 7' };
    const answer = await api.request('PUT', `${PATH}/4/cancel`, undefined, headers);
    expect(answer.status).toBe(200);
    expect(`${answer.text}${JSON.stringify(answer.headers)}`).not.toContain('my request 7');
  });

  it('needs no body, and does not look at one', async () => {
    const api = await resting();
    const { status } = await api.request('PUT', `${PATH}/4/cancel`, { any: 'thing' });
    expect(status).toBe(200);
    await api.request('POST', PATH, { order: LIMIT });
    const headers = { 'content-type': 'application/json', 'content-length': '0' };
    const empty = await api.request('PUT', `${PATH}/6/cancel`, '', headers);
    expect(empty.status).toBe(200);
  });
});

describe('the client extensions of an order', () => {
  const path = `${PATH}/4/clientExtensions`;

  it('are changed, and those of the trade to come', async () => {
    const api = await resting();
    const { status, headers, body } = await api.request('PUT', path, {
      clientExtensions: { id: 'renamed', comment: 'Überraschung 🙂' },
      tradeClientExtensions: { tag: 'b' },
    });
    expect(status).toBe(200);
    expect(headers['location']).toBe(`${URL}/4`);
    expect(body).toMatchObject({
      orderClientExtensionsModifyTransaction: {
        id: '5',
        requestID: headers['requestid'],
        type: 'ORDER_CLIENT_EXTENSIONS_MODIFY',
        orderID: '4',
        clientOrderID: 'mine',
        clientExtensionsModify: { id: 'renamed', comment: 'Überraschung 🙂' },
        tradeClientExtensionsModify: { tag: 'b' },
      },
      relatedTransactionIDs: ['5'],
      lastTransactionID: '5',
    });
    const renamed = await api.request('GET', `${PATH}/@renamed`);
    expect(renamed.body['order']).toMatchObject({
      clientExtensions: { id: 'renamed', comment: 'Überraschung 🙂' },
      tradeClientExtensions: { tag: 'b' },
    });
  });

  it('are refused with a transaction', async () => {
    const api = await resting();
    expect(await api.request('PUT', path, {})).toMatchObject({
      status: 400,
      body: {
        orderClientExtensionsModifyRejectTransaction: { orderID: '4' },
        errorMessage: 'No client extensions were specified',
        errorCode: 'CLIENT_EXTENSIONS_DATA_MISSING',
      },
    });
    const other = `${PATH}/99/clientExtensions`;
    expect(await api.request('PUT', other, { clientExtensions: { id: 'x' } })).toMatchObject({
      status: 404,
      body: {
        orderClientExtensionsModifyRejectTransaction: { orderID: '99' },
        errorCode: 'ORDER_DOESNT_EXIST',
        relatedTransactionIDs: ['6'],
      },
    });
  });

  it('take no malformed body', async () => {
    const api = await resting();
    for (const [body, name] of [
      [{ clientExtensions: 'x' }, 'clientExtensions'],
      [{ clientExtensions: { id: 1 } }, 'clientExtensions.id'],
      [{ tradeClientExtensions: [] }, 'tradeClientExtensions'],
    ] as const) {
      const answer = await api.request('PUT', path, body);
      expect(answer.status).toBe(400);
      expect(answer.body['errorMessage']).toMatch(
        new RegExp(
          `^Invalid value specified for '${name}'[.] It was .+; it must be of the JSON type `,
        ),
      );
    }
    expect((await api.request('PUT', path)).status).toBe(400);
    expect(lastID(api)).toBe(4);
  });
});

describe('the dialect of 2016', () => {
  it('is heard in requests and spoken in orders; transactions keep the current spelling', async () => {
    const api = await resting({ dialect: '2016' });
    const order = {
      ...LIMIT,
      positionFill: 'POSITION_REDUCE_ONLY',
      triggerCondition: 'TRIGGER_MID',
    };
    const { status, body } = await api.request('POST', PATH, { order });
    expect(status).toBe(201);
    expect(body['orderCreateTransaction']).toMatchObject({
      positionFill: 'REDUCE_ONLY',
      triggerCondition: 'MID',
    });
    const spoken = { positionFill: 'POSITION_REDUCE_ONLY', triggerCondition: 'TRIGGER_MID' };
    expect((await api.request('GET', `${PATH}/5`)).body['order']).toMatchObject(spoken);
    const list = await api.request('GET', '/v3/accounts/{a}/pendingOrders');
    expect(list.body['orders']).toMatchObject([spoken, { positionFill: 'POSITION_DEFAULT' }]);
  });

  it('is heard and spoken in the orders that a fill will make', async () => {
    const api = await resting({ dialect: '2016' });
    const onFill = {
      takeProfitOnFill: { price: '1.2', triggerCondition: 'TRIGGER_BID' },
      stopLossOnFill: { price: '1.01', triggerCondition: 'TRIGGER_MID' },
      trailingStopLossOnFill: { distance: '0.05', triggerCondition: 'TRIGGER_INVERSE' },
    };
    const order = { ...LIMIT, ...onFill };
    const { status, body } = await api.request('POST', PATH, { order });
    expect(status).toBe(201);
    expect(body['orderCreateTransaction']).toMatchObject({
      takeProfitOnFill: { triggerCondition: 'BID' },
      stopLossOnFill: { triggerCondition: 'MID' },
      trailingStopLossOnFill: { triggerCondition: 'INVERSE' },
    });
    const { id } = body['orderCreateTransaction'] as { id: string };
    const spoken = (await api.request('GET', `${PATH}/${id}`)).body['order'] as object;
    for (const [field, { triggerCondition }] of Object.entries(onFill)) {
      expect(spoken).toMatchObject({ [field]: { triggerCondition } });
    }
  });
});
