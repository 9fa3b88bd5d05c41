import { describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { expectBad, expectRefused } from '../../../support/api/strangers.js';
import { ledgerLength, openTrade, send } from '../../../support/api/trading.js';

const CHANGES = '/v3/accounts/{a}/changes';
type Changes = Record<string, readonly { id: string; instrument: string }[]>;

const start = () => testApi(sandboxScenario());

/** Ids in each list that has any; instruments of positions. */
async function changesSince(api: TestApi, since: number | string) {
  const { status, body } = await api.request('GET', `${CHANGES}?sinceTransactionID=${since}`);
  expect(status).toBe(200);
  const lists = Object.entries(body['changes'] as Changes)
    .filter(([, items]) => items.length > 0)
    .map(([name, items]) => [
      name,
      items.map(({ id, instrument }) => (name === 'positions' ? instrument : id)),
    ]);
  return Object.fromEntries(lists) as Record<string, string[]>;
}

const limit = (price: string) =>
  ({ type: 'LIMIT', instrument: 'EUR_USD', units: '100', price }) as const;

describe('changes of an account', () => {
  it('are nothing but empty lists since the last transaction', async () => {
    const api = await start();
    await openTrade(api, 1000);
    const { body } = await api.request('GET', `${CHANGES}?sinceTransactionID=5`);
    expect(body['changes']).toEqual({
      ordersCreated: [],
      ordersCancelled: [],
      ordersFilled: [],
      ordersTriggered: [],
      tradesOpened: [],
      tradesReduced: [],
      tradesClosed: [],
      positions: [],
      transactions: [],
    });
    expect(body['lastTransactionID']).toBe('5');
  });

  it('name each order once, in the list of its newest state', async () => {
    const api = await start();
    await send(api, { type: 'CreateOrder', order: limit('1.01') });
    await send(api, { type: 'CreateOrder', order: limit('1.02') });
    await send(api, { type: 'CancelOrder', orderSpecifier: '5' });
    await openTrade(api, 1000);
    expect(await changesSince(api, 3)).toEqual({
      ordersCreated: ['4'],
      ordersCancelled: ['5'],
      ordersFilled: ['7'],
      tradesOpened: ['8'],
      positions: ['EUR_USD'],
      transactions: ['4', '5', '6', '7', '8'],
    });
    expect(await changesSince(api, 5)).toMatchObject({ ordersCancelled: ['5'] });
    expect(await changesSince(api, 6)).not.toHaveProperty('ordersCancelled');
  });

  it('name each trade once, in the list of what happened to it last', async () => {
    const api = await start();
    const [opened, reduced, closed] = [
      await openTrade(api, 100),
      await openTrade(api, 200),
      await openTrade(api, 300),
    ];
    const before = api.sandbox.simulation.account(OWN)?.log.lastID ?? 0;
    await send(api, { type: 'CloseTrade', tradeSpecifier: reduced, units: '50' });
    const between = before + 2;
    await send(api, { type: 'CloseTrade', tradeSpecifier: closed, units: '50' });
    await send(api, { type: 'CloseTrade', tradeSpecifier: closed });
    expect(await changesSince(api, 3)).toMatchObject({
      tradesOpened: [opened],
      tradesReduced: [reduced],
      tradesClosed: [closed],
    });
    const later = await changesSince(api, between);
    expect(later).toMatchObject({ tradesClosed: [closed] });
    expect(later).not.toHaveProperty('tradesOpened');
    expect(later).not.toHaveProperty('tradesReduced');
  });

  it('have trades and positions without what moves with prices', async () => {
    const api = await start();
    await openTrade(api, 1000, { takeProfitOnFill: { price: '1.2' } });
    const { body } = await api.request('GET', `${CHANGES}?sinceTransactionID=3`);
    const changes = body['changes'] as Changes;
    expect(changes['tradesOpened']).toEqual([
      {
        id: '5',
        instrument: 'EUR_USD',
        price: '1.08515',
        openTime: '2024-03-05T10:00:00.000000000Z',
        initialUnits: '1000',
        initialMarginRequired: '21.7015',
        state: 'OPEN',
        currentUnits: '1000',
        realizedPL: '0.0000',
        financing: '0.0000',
        dividendAdjustment: '0.0000',
        takeProfitOrderID: '6',
      },
    ]);
    const [position] = changes['positions'] as unknown as Record<string, object>[];
    expect(position).not.toHaveProperty('unrealizedPL');
    expect(position).not.toHaveProperty('marginUsed');
    expect(position?.['long']).not.toHaveProperty('unrealizedPL');
    expect(position?.['long']).toMatchObject({ units: '1000', averagePrice: '1.08515' });
  });

  it('count financing and a reset of P/L as changes of positions', async () => {
    const api = await start();
    await openTrade(api, 1000);
    await api.advance({ to: '2024-03-05T23:00:00Z' });
    const financed = api.sandbox.simulation.account(OWN)?.log.lastID ?? 0;
    expect(await changesSince(api, 5)).toEqual({
      positions: ['EUR_USD'],
      transactions: [String(financed)],
    });
    await send(api, { type: 'ResetResettablePL' });
    expect(await changesSince(api, financed)).toMatchObject({ positions: ['EUR_USD'] });
  });

  it('come with all that moves with prices', async () => {
    const api = await start();
    await openTrade(api, 1000, { trailingStopLossOnFill: { distance: '0.05' } });
    const { body } = await api.request('GET', `${CHANGES}?sinceTransactionID=6`);
    expect(body['state']).toEqual({
      unrealizedPL: '-0.1500',
      NAV: '9999.8500',
      marginUsed: '21.7015',
      marginAvailable: '9978.1485',
      positionValue: '1085.0750',
      marginCloseoutUnrealizedPL: '-0.0750',
      marginCloseoutNAV: '9999.9250',
      marginCloseoutMarginUsed: '21.7015',
      marginCloseoutPositionValue: '1085.0750',
      marginCloseoutPercent: '0.00109',
      withdrawalLimit: '9978.1485',
      marginCallMarginUsed: '21.7015',
      marginCallPercent: '0.00217',
      balance: '10000.0000',
      pl: '0.0000',
      resettablePL: '0.0000',
      financing: '0.0000',
      commission: '0.0000',
      dividendAdjustment: '0',
      guaranteedExecutionFees: '0.0000',
      orders: [
        {
          id: '6',
          trailingStopValue: '1.03515',
          triggerDistance: '0.04985',
          isTriggerDistanceExact: true,
        },
      ],
      trades: [{ id: '5', unrealizedPL: '-0.1500', marginUsed: '21.7015' }],
      positions: [
        {
          instrument: 'EUR_USD',
          netUnrealizedPL: '-0.1500',
          longUnrealizedPL: '-0.1500',
          shortUnrealizedPL: '0.0000',
          marginUsed: '21.7015',
        },
      ],
    });
    const at = async () =>
      (await api.request('GET', `${CHANGES}?sinceTransactionID=6`)).body['state'];
    await api.advance({ ticks: 100 });
    expect(await at()).not.toEqual(body['state']);
  });

  it('say when a distance from the mid has been rounded', async () => {
    const api = await start();
    const trailing = { distance: '0.05', triggerCondition: 'MID' } as const;
    await openTrade(api, 1000, { trailingStopLossOnFill: trailing });
    const { body } = await api.request('GET', `${CHANGES}?sinceTransactionID=6`);
    const { orders } = body['state'] as { orders: Record<string, unknown>[] };
    expect(orders).toHaveLength(1);
    const [order] = orders;
    // The mid is 1.085075, the stop a whole number of points.
    expect(order).toMatchObject({ trailingStopValue: '1.03515', isTriggerDistanceExact: false });
  });

  it('since a transaction that is not there: 416; since none at all: 400', async () => {
    const api = await start();
    const before = ledgerLength(api);
    for (const since of ['0', '-1', '4', '999999999999999']) {
      const answer = await api.request('GET', `${CHANGES}?sinceTransactionID=${since}`);
      expect(answer, since).toMatchObject({
        status: 416,
        body: { errorMessage: 'Range not satisfiable' },
      });
    }
    expect(await api.request('GET', CHANGES)).toMatchObject({
      status: 400,
      body: { errorMessage: "Missing 'sinceTransactionID' parameter" },
    });
    const bad = ['x', '1.5', '1e3', '', '9'.repeat(20)];
    await expectBad(
      api,
      'sinceTransactionID',
      bad.map(since => ['GET', `${CHANGES}?sinceTransactionID=${since}`]),
    );
    await expectRefused(api, [['GET', `${CHANGES}?sinceTransactionID=1`]]);
    expect(ledgerLength(api)).toBe(before);
  });
});
