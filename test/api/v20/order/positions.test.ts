import { describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { expectBad, expectRefused } from '../../../support/api/strangers.js';
import { ledgerLength, openTrade, send } from '../../../support/api/trading.js';
import { account } from '../../../support/market/fixtures.js';

const POSITIONS = '/v3/accounts/{a}/positions';
const FLAT_SIDE = {
  units: '0',
  pl: '0.0000',
  unrealizedPL: '0.0000',
  resettablePL: '0.0000',
  financing: '0.0000',
  dividendAdjustment: '0.0000',
  guaranteedExecutionFees: '0.0000',
};
const DOESNT_EXIST = 'CLOSEOUT_POSITION_DOESNT_EXIST';

const start = () => testApi(sandboxScenario());
const hedged = () => testApi(sandboxScenario({ accounts: [account({ id: OWN, hedging: true })] }));
const close = (api: TestApi, body?: unknown, instrument = 'EUR_USD') =>
  api.request('PUT', `${POSITIONS}/${instrument}/close`, body);

describe('positions', () => {
  it('add up the trades of each side', async () => {
    const api = await start();
    const first = await openTrade(api, 1000);
    await api.advance({ ticks: 30 });
    const second = await openTrade(api, 500);
    const { status, body } = await api.request('GET', `${POSITIONS}/EUR_USD`);
    expect(status).toBe(200);
    expect(body).toEqual({
      position: {
        instrument: 'EUR_USD',
        pl: '0.0000',
        unrealizedPL: '-0.3350',
        marginUsed: '32.5490',
        resettablePL: '0.0000',
        financing: '0.0000',
        commission: '0.0000',
        dividendAdjustment: '0.0000',
        guaranteedExecutionFees: '0.0000',
        long: {
          ...FLAT_SIDE,
          units: '1500',
          averagePrice: '1.08511',
          tradeIDs: [first, second],
          unrealizedPL: '-0.3350',
        },
        short: FLAT_SIDE,
      },
      lastTransactionID: second,
    });
  });

  it('are kept when flat, and listed as open only while they are', async () => {
    const api = await start();
    const id = await openTrade(api, -1000);
    await openTrade(api, 100, { instrument: 'GBP_USD' });
    await send(api, { type: 'CloseTrade', tradeSpecifier: id });
    const flat = (await api.request('GET', `${POSITIONS}/EUR_USD`)).body['position'];
    expect(flat).toEqual({
      instrument: 'EUR_USD',
      pl: '-0.1500',
      unrealizedPL: '0.0000',
      resettablePL: '-0.1500',
      financing: '0.0000',
      commission: '0.0000',
      dividendAdjustment: '0.0000',
      guaranteedExecutionFees: '0.0000',
      long: FLAT_SIDE,
      short: { ...FLAT_SIDE, pl: '-0.1500', resettablePL: '-0.1500' },
    });
    const all = await api.request('GET', POSITIONS);
    expect(all.body['positions']).toMatchObject([flat, { instrument: 'GBP_USD' }]);
    const open = await api.request('GET', '/v3/accounts/{a}/openPositions');
    expect(open.body['positions']).toMatchObject([
      { instrument: 'GBP_USD', long: { units: '100' } },
    ]);
    expect(open.body['lastTransactionID']).toBe('9');
  });

  it('of a hedged account need the margin of the larger side, as do their trades', async () => {
    const api = await hedged();
    await openTrade(api, 1000);
    await openTrade(api, -600);
    const { body } = await api.request('GET', `${POSITIONS}/EUR_USD`);
    expect(body['position']).toMatchObject({
      marginUsed: '21.7015',
      long: { units: '1000' },
      short: { units: '-600', averagePrice: '1.08500', unrealizedPL: '-0.0900' },
    });
    const trades = (await api.request('GET', '/v3/accounts/{a}/openTrades')).body['trades'];
    expect(trades).toMatchObject([{ marginUsed: '0.0000' }, { marginUsed: '21.7015' }]);
    expect((await api.request('GET', '/v3/accounts/{a}/summary')).body['account']).toMatchObject({
      marginUsed: '21.7015',
      openTradeCount: 2,
      openPositionCount: 1,
    });
  });

  it('of an account that adds both sides need the margin of both', async () => {
    const own = account({ id: OWN, hedging: true, positionAggregation: 'ABSOLUTE_SUM' });
    const api = await testApi(sandboxScenario({ accounts: [own] }));
    await openTrade(api, 1000);
    await openTrade(api, -1000);
    const { body } = await api.request('GET', `${POSITIONS}/EUR_USD`);
    expect(body['position']).toMatchObject({ marginUsed: '43.4030' });
    const trades = (await api.request('GET', '/v3/accounts/{a}/openTrades')).body['trades'];
    expect(trades).toMatchObject([{ marginUsed: '21.7015' }, { marginUsed: '21.7015' }]);
  });

  it('are 404 in what was never traded, 400 in what is not in the market', async () => {
    const api = await start();
    expect(await api.request('GET', `${POSITIONS}/EUR_USD`)).toMatchObject({
      status: 404,
      body: { errorCode: 'NO_SUCH_POSITION', lastTransactionID: '3' },
    });
    await expectBad(
      api,
      'instrument',
      ['QQQ_ZZZ', 'eur_usd', 'toString', '%00'].flatMap(name => [
        ['GET', `${POSITIONS}/${name}`] as const,
        ['PUT', `${POSITIONS}/${name}/close`, {}] as const,
      ]),
    );
  });
});

describe('closing a position', () => {
  it('closes one side under that side’s names', async () => {
    const api = await start();
    await openTrade(api, 1000);
    const { status, body, headers } = await close(api, {
      longUnits: 400,
      longClientExtensions: { tag: 'bye' },
      shortUnits: 'NONE',
    });
    expect(status).toBe(200);
    expect(headers['location']).toMatch(
      new RegExp(`^http://[^/]+/v3/accounts/${OWN}/positions/EUR_USD$`),
    );
    expect(Object.keys(body)).toEqual([
      'longOrderCreateTransaction',
      'longOrderFillTransaction',
      'relatedTransactionIDs',
      'lastTransactionID',
    ]);
    expect(body).toMatchObject({
      longOrderCreateTransaction: {
        units: '-400',
        clientExtensions: { tag: 'bye' },
        longPositionCloseout: { instrument: 'EUR_USD', units: '400' },
        requestID: headers['requestid'],
      },
      longOrderFillTransaction: { orderID: '6', reason: 'MARKET_ORDER_POSITION_CLOSEOUT' },
      relatedTransactionIDs: ['6', '7'],
      lastTransactionID: '7',
    });
  });

  it('closes both sides, all of them without a body', async () => {
    const api = await hedged();
    await openTrade(api, 1000);
    await openTrade(api, -600);
    const { status, body } = await close(api);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      longOrderCreateTransaction: { id: '8', units: '-1000' },
      longOrderFillTransaction: { id: '9', orderID: '8' },
      shortOrderCreateTransaction: { id: '10', units: '600' },
      shortOrderFillTransaction: { id: '11', orderID: '10' },
      relatedTransactionIDs: ['8', '9', '10', '11'],
    });
    expect((await api.request('GET', '/v3/accounts/{a}/openPositions')).body['positions']).toEqual(
      [],
    );
  });

  it.each([{}, { longUnits: 'ALL' }, { longUnits: 'ALL', shortUnits: '' }, { longUnits: null }])(
    'leaves out a side that %j does not name and that is not open, as recorded',
    async body => {
      const api = await start();
      await openTrade(api, 1000);
      const answer = await close(api, body);
      expect(answer.status).toBe(200);
      expect(Object.keys(answer.body)).toEqual([
        'longOrderCreateTransaction',
        'longOrderFillTransaction',
        'relatedTransactionIDs',
        'lastTransactionID',
      ]);
      expect(answer.body).toMatchObject({ longOrderCreateTransaction: { units: '-1000' } });
    },
  );

  it('closes the open side beside one that is not named, however much of the other is', async () => {
    const api = await hedged();
    await openTrade(api, 1000);
    await openTrade(api, -600);
    const { status, body } = await close(api, { longUnits: '400' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      longOrderCreateTransaction: { units: '-400' },
      shortOrderCreateTransaction: { units: '600' },
    });
  });

  it('refuses the side that ALL was meant for when the other is NONE and it is not open', async () => {
    const api = await start();
    await openTrade(api, 1000);
    const answer = await close(api, { longUnits: 'NONE' });
    expect(answer).toMatchObject({
      status: 400,
      body: { errorCode: DOESNT_EXIST, shortOrderRejectTransaction: { id: '6' } },
    });
    expect(answer.body).not.toHaveProperty('longOrderRejectTransaction');
  });

  it.each([{ shortUnits: 'ALL' }, { shortUnits: '5' }, { longUnits: 'ALL', shortUnits: 'ALL' }])(
    'refuses both sides of %j when the named one is not open: 400',
    async body => {
      const api = await start();
      await openTrade(api, 1000);
      const answer = await close(api, body);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        longOrderRejectTransaction: {
          id: '6',
          batchID: '6',
          type: 'MARKET_ORDER_REJECT',
          units: '-1000',
          rejectReason: 'CLOSEOUT_POSITION_REJECT',
        },
        shortOrderRejectTransaction: { id: '7', batchID: '6', rejectReason: DOESNT_EXIST },
        relatedTransactionIDs: ['6', '7'],
        lastTransactionID: '7',
        errorCode: DOESNT_EXIST,
      });
    },
  );

  it('is 400 for the side that is not open, 404 when nothing is', async () => {
    const api = await start();
    const nothing = await close(api, { longUnits: 'ALL', shortUnits: 'NONE' });
    expect(nothing).toMatchObject({ status: 404, body: { errorCode: DOESNT_EXIST } });
    expect(nothing.body).toMatchObject({
      longOrderRejectTransaction: { rejectReason: DOESNT_EXIST },
    });
    expect(nothing.body).not.toHaveProperty('shortOrderRejectTransaction');
    expect((await close(api, {})).status).toBe(404);
    await openTrade(api, 1000);
    const other = await close(api, { longUnits: 'NONE', shortUnits: 'ALL' });
    expect(other).toMatchObject({ status: 400, body: { errorCode: DOESNT_EXIST } });
    await send(api, { type: 'ClosePosition', instrument: 'EUR_USD', shortUnits: 'NONE' });
    expect((await close(api, {})).status).toBe(404);
  });

  it('is refused when neither side is to be closed, and for sizes that cannot be', async () => {
    const api = await start();
    await openTrade(api, 1000);
    const neither = await close(api, { longUnits: 'NONE', shortUnits: 'NONE' });
    const errorCode = 'CLOSEOUT_POSITION_INCOMPLETE_SPECIFICATION';
    expect(neither).toMatchObject({
      status: 400,
      body: { errorCode, longOrderRejectTransaction: { rejectReason: errorCode } },
    });
    expect(neither.body).not.toHaveProperty('shortOrderRejectTransaction');
    for (const [longUnits, reason] of [
      ['1001', 'CLOSEOUT_POSITION_UNITS_EXCEED_POSITION_SIZE'],
      ['0', 'UNITS_INVALID'],
      ['0.5', 'UNITS_PRECISION_EXCEEDED'],
    ]) {
      expect(await close(api, { longUnits, shortUnits: 'NONE' })).toMatchObject({
        status: 400,
        body: { errorCode: reason },
      });
    }
  });

  it('writes nothing for what is no request', async () => {
    const api = await start();
    await openTrade(api, 1000);
    const put = (body: unknown) => ['PUT', `${POSITIONS}/EUR_USD/close`, body] as const;
    for (const name of ['longUnits', 'shortUnits']) {
      const bad = [true, {}, 'all', ' ', '1e3', 'NaN', '-'];
      await expectBad(
        api,
        name,
        bad.map(units => put({ [name]: units })),
      );
    }
    await expectBad(api, 'longClientExtensions', [put({ longClientExtensions: 'x' })]);
    await expectBad(api, 'shortClientExtensions.id', [put({ shortClientExtensions: { id: 1 } })]);
    const before = ledgerLength(api);
    const hostile = await api.request('PUT', `${POSITIONS}/EUR_USD/close`, '{"__proto__":{}}', {
      'content-type': 'application/json',
    });
    expect(hostile.status).toBe(400);
    expect(ledgerLength(api)).toBe(before);
  });

  it('is forbidden on a locked account', async () => {
    const locked = account({ id: OWN, locks: ['ACCOUNT_LOCKED'] });
    const api = await testApi(sandboxScenario({ accounts: [locked] }));
    expect(await close(api, {})).toMatchObject({
      status: 403,
      body: { errorCode: 'ACCOUNT_LOCKED' },
    });
  });
});

it('positions are for tokens of their account only', async () => {
  const api = await start();
  await expectRefused(api, [
    ['GET', POSITIONS],
    ['GET', '/v3/accounts/{a}/openPositions'],
    ['GET', `${POSITIONS}/EUR_USD`],
    ['PUT', `${POSITIONS}/EUR_USD/close`, {}],
  ]);
});
