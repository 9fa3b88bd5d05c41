import { describe, expect, it } from 'vitest';
import { testApi } from '../../../support/api/api.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { expectBad } from '../../../support/api/strangers.js';
import { ledgerLength, openTrade, send } from '../../../support/api/trading.js';
import { account, guaranteedPair } from '../../../support/market/fixtures.js';

/** A sandbox with one trade, long 1000 EUR_USD at 1.08515, and the setter of its orders. */
async function withTrade(order: Parameters<typeof openTrade>[2] = {}) {
  const scenario = sandboxScenario();
  const market = scenario.market.map(entry => ({
    ...entry,
    instrument: guaranteedPair(entry.instrument.name),
  }));
  const own = account({ id: OWN, guaranteedStopLossOrderMode: 'ALLOWED' });
  const api = await testApi({ ...scenario, market, accounts: [own] });
  const id = await openTrade(api, 1000, order);
  const path = `/v3/accounts/{a}/trades/${id}/orders`;
  const set = (body: unknown) => api.request('PUT', path, body);
  return { api, id, path, set };
}

describe('dependent orders of a trade', () => {
  it('are made, each under its own name', async () => {
    const { set } = await withTrade();
    const { status, body, headers } = await set({
      takeProfit: { price: '1.2', clientExtensions: { tag: 'tp' } },
      stopLoss: { distance: 0.05 },
      trailingStopLoss: { distance: '0.06', timeInForce: 'GFD' },
    });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([
      'takeProfitOrderTransaction',
      'stopLossOrderTransaction',
      'trailingStopLossOrderTransaction',
      'relatedTransactionIDs',
      'lastTransactionID',
    ]);
    expect(body).toMatchObject({
      takeProfitOrderTransaction: {
        id: '6',
        type: 'TAKE_PROFIT_ORDER',
        price: '1.20000',
        clientExtensions: { tag: 'tp' },
        requestID: headers['requestid'],
      },
      stopLossOrderTransaction: { id: '7', type: 'STOP_LOSS_ORDER', distance: '0.05000' },
      trailingStopLossOrderTransaction: { id: '8', timeInForce: 'GFD', reason: 'CLIENT_ORDER' },
      relatedTransactionIDs: ['6', '7', '8'],
      lastTransactionID: '8',
    });
  });

  it('are left alone, cancelled or replaced', async () => {
    const { set, api, id } = await withTrade({
      takeProfitOnFill: { price: '1.2' },
      stopLossOnFill: { price: '1', clientExtensions: { id: 'stop' } },
      trailingStopLossOnFill: { distance: '0.05' },
    });
    const { body } = await set({ takeProfit: null, stopLoss: { price: '1.01' } });
    expect(Object.keys(body)).toEqual([
      'takeProfitOrderCancelTransaction',
      'stopLossOrderCancelTransaction',
      'stopLossOrderTransaction',
      'relatedTransactionIDs',
      'lastTransactionID',
    ]);
    expect(body).toMatchObject({
      takeProfitOrderCancelTransaction: { orderID: '6', reason: 'CLIENT_REQUEST' },
      stopLossOrderCancelTransaction: { orderID: '7', reason: 'CLIENT_REQUEST_REPLACED' },
      stopLossOrderTransaction: {
        replacesOrderID: '7',
        reason: 'REPLACEMENT',
        clientExtensions: { id: 'stop' },
      },
    });
    const { body: after } = await api.request('GET', `/v3/accounts/{a}/trades/${id}`);
    expect(after['trade']).toMatchObject({ trailingStopLossOrder: { id: '8' } });
    expect(after['trade']).not.toHaveProperty('takeProfitOrder');
  });

  it('may end at once: a take profit below the market closes the trade and its new stop', async () => {
    const { set } = await withTrade();
    const { status, body } = await set({ takeProfit: { price: '1' }, stopLoss: { price: '0.9' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      takeProfitOrderTransaction: { id: '6' },
      takeProfitOrderFillTransaction: { type: 'ORDER_FILL', orderID: '6' },
      stopLossOrderTransaction: { id: '7' },
      stopLossOrderCreatedCancelTransaction: { orderID: '7', reason: 'LINKED_TRADE_CLOSED' },
    });
    expect(body).not.toHaveProperty('stopLossOrderCancelTransaction');
  });

  it('are guaranteed on accounts and instruments that have such stops', async () => {
    const { set } = await withTrade();
    const made = await set({ guaranteedStopLoss: { price: '1.05' } });
    expect(made.body).toMatchObject({
      guaranteedStopLossOrderTransaction: { type: 'GUARANTEED_STOP_LOSS_ORDER' },
    });
    const gone = await set({ guaranteedStopLoss: null });
    expect(gone.body).toMatchObject({ guaranteedStopLossOrderCancelTransaction: { orderID: '6' } });
  });

  it('are all refused when one is, and only the refused are written', async () => {
    const { set, api } = await withTrade({ stopLossOnFill: { price: '1' } });
    const { status, body } = await set({
      takeProfit: { price: '1.2' },
      stopLoss: { price: '1.000001' },
      trailingStopLoss: { distance: '0.00001' },
    });
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual([
      'stopLossOrderRejectTransaction',
      'trailingStopLossOrderRejectTransaction',
      'relatedTransactionIDs',
      'lastTransactionID',
      'errorMessage',
      'errorCode',
    ]);
    expect(body).toMatchObject({
      stopLossOrderRejectTransaction: {
        rejectReason: 'PRICE_PRECISION_EXCEEDED',
        intendedReplacesOrderID: '6',
      },
      trailingStopLossOrderRejectTransaction: { type: 'TRAILING_STOP_LOSS_ORDER_REJECT' },
      errorCode: 'PRICE_PRECISION_EXCEEDED',
      relatedTransactionIDs: ['7', '8'],
    });
    expect([...(api.sandbox.simulation.account(OWN)?.state.pendingOrders.keys() ?? [])]).toEqual([
      6,
    ]);
  });

  it('that must stay are not taken away', async () => {
    const scenario = sandboxScenario();
    const market = scenario.market.map(entry => ({
      ...entry,
      instrument: guaranteedPair(entry.instrument.name, {
        guaranteedStopLossOrderMode: 'REQUIRED',
      }),
    }));
    const own = account({ id: OWN, guaranteedStopLossOrderMode: 'REQUIRED' });
    const api = await testApi({ ...scenario, market, accounts: [own] });
    const id = await openTrade(api, 1000, { guaranteedStopLossOnFill: { price: '1.05' } });
    const { status, body } = await api.request('PUT', `/v3/accounts/{a}/trades/${id}/orders`, {
      guaranteedStopLoss: null,
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      guaranteedStopLossOrderCancelRejectTransaction: {
        type: 'ORDER_CANCEL_REJECT',
        rejectReason: 'GUARANTEED_STOP_LOSS_ORDER_REQUIRED',
      },
    });
  });

  it('of no open trade are 404 without a transaction', async () => {
    const { api, id } = await withTrade();
    await send(api, { type: 'CloseTrade', tradeSpecifier: id });
    const before = ledgerLength(api);
    for (const specifier of [id, '999', '@x']) {
      const { status, body } = await api.request(
        'PUT',
        `/v3/accounts/{a}/trades/${specifier}/orders`,
        { takeProfit: { price: '1.2' } },
      );
      expect(status).toBe(404);
      expect(body).toEqual({
        errorMessage: 'The trade ID specified does not exist',
        errorCode: 'NO_SUCH_TRADE',
        lastTransactionID: '7',
      });
    }
    expect(ledgerLength(api)).toBe(before);
  });

  it('that are malformed write nothing', async () => {
    const { api, path, set } = await withTrade({ stopLossOnFill: { price: '1' } });
    const put = (body: unknown) => ['PUT', path, body] as const;
    await expectBad(api, 'takeProfit', [
      put({ takeProfit: 'x' }),
      put({ takeProfit: 1 }),
      put({ takeProfit: [] }),
    ]);
    await expectBad(api, 'takeProfit.price', [
      put({ takeProfit: { price: 'x' } }),
      put({ takeProfit: { price: true } }),
      put({ stopLoss: null, takeProfit: { price: '1e2' } }),
      put({ takeProfit: { price: '1'.repeat(33) } }),
    ]);
    await expectBad(api, 'stopLoss.timeInForce', [put({ stopLoss: { timeInForce: 'FOK!' } })]);
    await expectBad(api, 'stopLoss.triggerCondition', [
      put({ stopLoss: { price: '1', triggerCondition: 'NEVER' } }),
      put({ stopLoss: { price: '1', triggerCondition: 'TRIGGER_DEFAULT' } }),
    ]);
    await expectBad(api, 'stopLoss.gtdTime', [
      put({ stopLoss: { price: '1', timeInForce: 'GTD', gtdTime: 'tomorrow' } }),
    ]);
    await expectBad(api, 'trailingStopLoss.clientExtensions.id', [
      put({ trailingStopLoss: { distance: '0.05', clientExtensions: { id: 7 } } }),
    ]);
    const nothing = await set({ unknown: 1 });
    expect(nothing).toMatchObject({
      status: 200,
      body: { relatedTransactionIDs: [], lastTransactionID: '6' },
    });
    expect((await set(undefined)).status).toBe(400);
  });

  it.each(['2030-01-01T00:00:00Z', '2030-01-01T01:00:00.5+01:00', '1893456000'])(
    'expire at %s, in any form of an instant',
    async gtdTime => {
      const { set } = await withTrade();
      const { status, body } = await set({ stopLoss: { price: '1', timeInForce: 'GTD', gtdTime } });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        stopLossOrderTransaction: {
          gtdTime: expect.stringMatching(/^2030-01-01T00:00:00\.[05]0{8}Z$/),
        },
      });
    },
  );

  it('keep what a change leaves out: all but the level that it moves', async () => {
    const { set } = await withTrade();
    const given = { timeInForce: 'GTD', gtdTime: '2030-01-01T00:00:00Z', triggerCondition: 'MID' };
    await set({ stopLoss: { distance: '0.05', ...given }, takeProfit: { price: '1.2', ...given } });
    const { body } = await set({
      stopLoss: { price: '1.01' },
      takeProfit: { triggerCondition: 'BID' },
    });
    const kept = { ...given, gtdTime: '2030-01-01T00:00:00.000000000Z' };
    expect(body['stopLossOrderTransaction']).toMatchObject({ price: '1.01000', ...kept });
    expect(body['stopLossOrderTransaction']).not.toHaveProperty('distance');
    expect(body['takeProfitOrderTransaction']).toMatchObject({
      price: '1.20000',
      ...kept,
      triggerCondition: 'BID',
    });
  });
});
