import { describe, expect, it } from 'vitest';
import { testApi } from '../../../support/api/api.js';
import { OWN, OWN_SECOND, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { expectBad, expectRefused } from '../../../support/api/strangers.js';
import { openTrade, send } from '../../../support/api/trading.js';
import { account, guaranteedPair } from '../../../support/market/fixtures.js';

const INSTRUMENTS = '/v3/accounts/{a}/instruments';

describe('accounts', () => {
  it('lists the accounts that the token opens', async () => {
    const api = await testApi(sandboxScenario());
    const { status, body } = await api.request('GET', '/v3/accounts');
    expect(status).toBe(200);
    expect(body).toEqual({
      accounts: [
        { id: OWN, tags: [] },
        { id: OWN_SECOND, tags: [] },
      ],
    });
  });

  it('shows what an account is worth, as of now', async () => {
    const api = await testApi(sandboxScenario());
    const before = await api.request('GET', '/v3/accounts/{a}/summary');
    expect(before.body).toMatchObject({ account: { id: OWN, openTradeCount: 0 } });
    expect((await api.advance({ ticks: 5 })).body).toMatchObject({ ticks: 5, mode: 'manual' });
    const after = await api.request('GET', '/v3/accounts/{a}/summary');
    expect(after.body).toEqual(before.body);
  });

  it('shows an account with what waits, what is open and every position', async () => {
    const api = await testApi(sandboxScenario());
    const { body: summary } = await api.request('GET', '/v3/accounts/{a}/summary');
    const { body: empty } = await api.request('GET', '/v3/accounts/{a}');
    expect(empty).toEqual({
      account: { ...(summary['account'] as object), orders: [], trades: [], positions: [] },
      lastTransactionID: '3',
    });
    const closed = await openTrade(api, 100, { instrument: 'GBP_USD' });
    await send(api, { type: 'CloseTrade', tradeSpecifier: closed });
    const first = await openTrade(api, 1000, { takeProfitOnFill: { price: '1.2' } });
    const second = await openTrade(api, 500);
    const order = { type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.01' } as const;
    await send(api, { type: 'CreateOrder', order });
    const full = (await api.request('GET', '/v3/accounts/{a}')).body['account'];
    expect(full).toMatchObject({
      openTradeCount: 2,
      openPositionCount: 1,
      pendingOrderCount: 2,
      orders: [
        { id: '13', type: 'LIMIT' },
        { id: '10', type: 'TAKE_PROFIT' },
      ],
      trades: [{ id: second }, { id: first, takeProfitOrderID: '10' }],
      positions: [
        { instrument: 'GBP_USD', long: { units: '0' } },
        { instrument: 'EUR_USD', long: { units: '1500' } },
      ],
    });
  });

  it('spells the orders of an account as the dialect does', async () => {
    const api = await testApi(sandboxScenario(), { dialect: '2016' });
    const order = { type: 'LIMIT', instrument: 'EUR_USD', units: '100', price: '1.01' } as const;
    await send(api, { type: 'CreateOrder', order });
    const spelled = { positionFill: 'POSITION_DEFAULT', triggerCondition: 'TRIGGER_DEFAULT' };
    expect((await api.request('GET', '/v3/accounts/{a}')).body).toMatchObject({
      account: { orders: [spelled] },
    });
    const changes = await api.request('GET', '/v3/accounts/{a}/changes?sinceTransactionID=3');
    expect(changes.body).toMatchObject({ changes: { ordersCreated: [spelled] } });
  });

  it('says what may become of guaranteed stops where there are any', async () => {
    const modes = [
      ['ALLOWED', 'CANCELABLE'],
      ['REQUIRED', 'REPLACEABLE'],
    ] as const;
    for (const [mode, mutabilityMarketOpen] of modes) {
      const own = account({ id: OWN, guaranteedStopLossOrderMode: mode });
      const api = await testApi(sandboxScenario({ accounts: [own] }));
      expect((await api.request('GET', '/v3/accounts/{a}/summary')).body).toMatchObject({
        account: {
          guaranteedStopLossOrderMode: mode,
          guaranteedStopLossOrderParameters: {
            mutabilityMarketOpen,
            mutabilityMarketHalted: 'PRICE_WIDEN_ONLY',
          },
        },
      });
    }
  });

  it('writes UNIX times on request', async () => {
    const api = await testApi(sandboxScenario());
    await openTrade(api, 1000);
    const { body } = await api.request('GET', '/v3/accounts/{a}', undefined, {
      'accept-datetime-format': 'UNIX',
    });
    expect(body['account']).toMatchObject({
      createdTime: '1709632800.000000000',
      lastOrderFillTimestamp: '1709632800.000000000',
      resettablePLTime: '0',
      trades: [{ openTime: '1709632800.000000000' }],
    });
  });

  it('is for tokens of the account only', async () => {
    const api = await testApi(sandboxScenario());
    await expectRefused(api, [
      ['GET', '/v3/accounts/{a}'],
      ['GET', '/v3/accounts/{a}/summary'],
      ['GET', INSTRUMENTS],
    ]);
    expect((await api.request('PUT', '/v3/accounts/{a}', {})).status).toBe(405);
  });
});

describe('instruments of an account', () => {
  it('are those of the market, in its order or in that of the request', async () => {
    const api = await testApi(sandboxScenario());
    const names = async (query: string) =>
      (
        (await api.request('GET', `${INSTRUMENTS}${query}`)).body['instruments'] as {
          name: string;
        }[]
      ).map(({ name }) => name);
    expect(await names('')).toEqual(['EUR_USD', 'USD_JPY', 'GBP_USD']);
    expect(await names('?instruments=GBP_USD,EUR_USD,GBP_USD')).toEqual(['GBP_USD', 'EUR_USD']);
  });

  it('show their published fields and no others, under the account’s commission', async () => {
    const commission = { commission: '5', unitsTraded: '100000', minimumCommission: '0' };
    const scenario = sandboxScenario({ accounts: [account({ id: OWN, commission })] });
    const market = scenario.market.map(entry => ({
      ...entry,
      instrument: guaranteedPair(entry.instrument.name),
    }));
    const api = await testApi({ ...scenario, market });
    const { body } = await api.request('GET', `${INSTRUMENTS}?instruments=USD_JPY`);
    expect(body).toEqual({
      instruments: [
        {
          name: 'USD_JPY',
          type: 'CURRENCY',
          displayName: 'USD/JPY',
          pipLocation: -2,
          displayPrecision: 3,
          tradeUnitsPrecision: 0,
          minimumTradeSize: '1',
          maximumTrailingStopDistance: '100.000',
          minimumTrailingStopDistance: '0.050',
          maximumPositionSize: '0',
          maximumOrderUnits: '100000000',
          marginRate: '0.02',
          commission,
          guaranteedStopLossOrderMode: 'ALLOWED',
          minimumGuaranteedStopLossDistance: '0.0010',
          guaranteedStopLossOrderExecutionPremium: '0.001',
          guaranteedStopLossOrderLevelRestriction: { volume: '1000000', priceRange: '0.0025' },
          tags: [],
          financing: {
            longRate: '-0.0242',
            shortRate: '0.0037',
            financingDaysOfWeek: [
              { dayOfWeek: 'MONDAY', daysCharged: 1 },
              { dayOfWeek: 'TUESDAY', daysCharged: 1 },
              { dayOfWeek: 'WEDNESDAY', daysCharged: 3 },
              { dayOfWeek: 'THURSDAY', daysCharged: 1 },
              { dayOfWeek: 'FRIDAY', daysCharged: 1 },
            ],
          },
        },
      ],
      lastTransactionID: '3',
    });
  });

  it('are refused as a whole when one is unknown', async () => {
    const api = await testApi(sandboxScenario());
    const list = (query: string) => ['GET', `${INSTRUMENTS}?instruments=${query}`] as const;
    await expectBad(api, 'instruments', [
      list('EUR_USD,QQQ_ZZZ'),
      list(''),
      list('eur_usd'),
      list('__proto__'),
      list('EUR_USD,'),
    ]);
  });
});

describe('methods that a known path does not take', () => {
  it.each(['OPTIONS', 'DELETE'])('%s gets 405', async method => {
    const api = await testApi(sandboxScenario());
    expect((await api.request(method, '/v3/accounts/{a}/summary')).status).toBe(405);
    expect((await api.request(method, '/v3/nowhere')).status).toBe(404);
  });
});
