import { describe, expect, it } from 'vitest';
import { testApi } from '../../../support/api/api.js';
import { sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { expectBad, expectRefused } from '../../../support/api/strangers.js';
import { openTrade, send } from '../../../support/api/trading.js';
import { NO_SUCH_TRADE, OPENED, start, TRADE, TRADES } from './trade-requests.js';

describe('one trade', () => {
  it('is found by id in every state, by client id while it is open', async () => {
    const api = await start();
    const id = await openTrade(api, 1000, { tradeClientExtensions: { id: 'my/täglich id' } });
    const trade = { ...TRADE, clientExtensions: { id: 'my/täglich id' } };
    const specifier = `@${encodeURIComponent('my/täglich id')}`;
    const found = await api.request('GET', `${TRADES}/${specifier}`);
    expect(found).toMatchObject({ status: 200, body: { trade, lastTransactionID: id } });
    await send(api, { type: 'CloseTrade', tradeSpecifier: id });
    expect(await api.request('GET', `${TRADES}/${specifier}`)).toMatchObject({
      status: 404,
      body: { ...NO_SUCH_TRADE, lastTransactionID: '7' },
    });
    const { unrealizedPL, marginUsed, ...rest } = trade;
    const closed = await api.request('GET', `${TRADES}/${id}`);
    expect(closed.body['trade']).toEqual({
      ...rest,
      state: 'CLOSED',
      currentUnits: '0',
      realizedPL: '-0.1500',
      averageClosePrice: '1.08500',
      closingTransactionIDs: ['7'],
      closeTime: OPENED,
    });
  });

  it('keeps its last dependent orders when it has closed, and shows only waiting ones before', async () => {
    const api = await start();
    const id = await openTrade(api, 1000, {
      takeProfitOnFill: { price: '1.2' },
      stopLossOnFill: { price: '1' },
      trailingStopLossOnFill: { distance: '0.05' },
    });
    await send(api, { type: 'CancelOrder', orderSpecifier: '8' });
    await send(api, { type: 'SetTradeOrders', tradeSpecifier: id, stopLoss: { price: '1.01' } });
    const open = (await api.request('GET', `${TRADES}/${id}`)).body['trade'];
    expect(open).toMatchObject({
      takeProfitOrder: { id: '6', state: 'PENDING' },
      stopLossOrder: { id: '11', state: 'PENDING', replacesOrderID: '7' },
    });
    expect(open).not.toHaveProperty('trailingStopLossOrder');
    await send(api, { type: 'CloseTrade', tradeSpecifier: id });
    const closed = (await api.request('GET', `${TRADES}/${id}`)).body['trade'];
    expect(closed).toMatchObject({
      takeProfitOrder: { id: '6', state: 'CANCELLED', price: '1.20000' },
      stopLossOrder: { id: '11', state: 'CANCELLED', price: '1.01000' },
      trailingStopLossOrder: { id: '8', state: 'CANCELLED', distance: '0.05000' },
    });
  });

  it('speaks the dialect of 2016 in its orders', async () => {
    const api = await testApi(sandboxScenario(), { dialect: '2016' });
    const id = await openTrade(api, 1000);
    const set = await api.request('PUT', `${TRADES}/${id}/orders`, {
      stopLoss: { price: '1', triggerCondition: 'TRIGGER_DEFAULT' },
    });
    expect(set.status).toBe(200);
    expect((await api.request('GET', `${TRADES}/${id}`)).body).toMatchObject({
      trade: { state: 'OPEN', stopLossOrder: { triggerCondition: 'TRIGGER_DEFAULT' } },
    });
  });

  it('is none of a malformed specifier, nor of an unknown one', async () => {
    const api = await start();
    const bad = ['x', '@', '-1', '1e3', '5.0', '%2e%2e%2f', '__proto__', '9'.repeat(16), '%00'];
    await expectBad(
      api,
      'tradeID',
      bad.flatMap(text => [
        ['GET', `${TRADES}/${text}`] as const,
        ['PUT', `${TRADES}/${text}/close`, {}] as const,
        ['PUT', `${TRADES}/${text}/orders`, {}] as const,
        ['PUT', `${TRADES}/${text}/clientExtensions`, {}] as const,
      ]),
    );
    for (const text of ['0', '1', '5', '999', '@unknown', '@__proto__', '@%00']) {
      expect(await api.request('GET', `${TRADES}/${text}`)).toMatchObject({
        status: 404,
        body: { ...NO_SUCH_TRADE, lastTransactionID: '3' },
      });
    }
  });
});

it('trades are for tokens of their account only', async () => {
  const api = await start();
  await expectRefused(api, [
    ['GET', TRADES],
    ['GET', '/v3/accounts/{a}/openTrades'],
    ['GET', `${TRADES}/5`],
    ['PUT', `${TRADES}/5/close`, {}],
    ['PUT', `${TRADES}/5/clientExtensions`, { clientExtensions: {} }],
    ['PUT', `${TRADES}/5/orders`, {}],
  ]);
  for (const [method, path] of [
    ['POST', TRADES],
    ['DELETE', `${TRADES}/5`],
    ['GET', `${TRADES}/5/close`],
  ] as const) {
    expect((await api.request(method, path)).status).toBe(405);
  }
});
