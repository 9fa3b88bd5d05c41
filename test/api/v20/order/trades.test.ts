import { describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { expectBad, expectRefused } from '../../../support/api/strangers.js';
import { ledgerLength, openTrade, send } from '../../../support/api/trading.js';
import { account, at } from '../../../support/market/fixtures.js';

const TRADES = '/v3/accounts/{a}/trades';
/** EUR_USD opens at 1.08500 over 1.08515. */
const OPENED = '2024-03-05T10:00:00.000000000Z';
const TRADE = {
  id: '5',
  instrument: 'EUR_USD',
  price: '1.08515',
  openTime: OPENED,
  initialUnits: '1000',
  initialMarginRequired: '21.7015',
  state: 'OPEN',
  currentUnits: '1000',
  realizedPL: '0.0000',
  unrealizedPL: '-0.1500',
  marginUsed: '21.7015',
  financing: '0.0000',
  dividendAdjustment: '0.0000',
};
const NO_SUCH_TRADE = {
  errorMessage: 'The trade ID specified does not exist',
  errorCode: 'NO_SUCH_TRADE',
};

const start = () => testApi(sandboxScenario());
const idsOf = ({ body }: { body: Record<string, unknown> }) =>
  (body['trades'] as { id: string }[]).map(({ id }) => id);

/** Opens five trades, of which the second is closed and the fourth in another instrument. */
async function fiveTrades(): Promise<{ api: TestApi; ids: string[] }> {
  const api = await start();
  const ids: string[] = [];
  for (let nth = 0; nth < 5; nth++) {
    ids.push(await openTrade(api, 100, nth === 3 ? { instrument: 'GBP_USD' } : {}));
  }
  await send(api, { type: 'CloseTrade', tradeSpecifier: ids[1] as string });
  return { api, ids };
}

describe('a list of trades', () => {
  it('has the open ones in full, newest first', async () => {
    const api = await start();
    await openTrade(api, 1000, { takeProfitOnFill: { price: '1.2' } });
    const second = await openTrade(api, 200, { tradeClientExtensions: { id: 'two', tag: 't' } });
    const list = await api.request('GET', TRADES);
    expect(list.status).toBe(200);
    expect(idsOf(list)).toEqual([second, '5']);
    expect(list.headers['link']).toBeUndefined();
    expect((list.body['trades'] as unknown[])[1]).toEqual({
      ...TRADE,
      takeProfitOrder: {
        id: '6',
        createTime: OPENED,
        type: 'TAKE_PROFIT',
        tradeID: '5',
        timeInForce: 'GTC',
        price: '1.20000',
        triggerCondition: 'DEFAULT',
        state: 'PENDING',
      },
    });
    expect((list.body['trades'] as unknown[])[0]).toMatchObject({
      clientExtensions: { id: 'two', tag: 't' },
    });
    const open = await api.request('GET', '/v3/accounts/{a}/openTrades');
    expect(open.body).toEqual(list.body);
    expect(open.body['lastTransactionID']).toBe(second);
  });

  it('filters by state, instrument and ids, all together', async () => {
    const { api, ids } = await fiveTrades();
    const [a, b, c, d, e] = ids;
    const list = async (query: string) => idsOf(await api.request('GET', `${TRADES}?${query}`));
    expect(await list('state=OPEN')).toEqual([e, d, c, a]);
    expect(await list('state=CLOSED')).toEqual([b]);
    expect(await list('state=CLOSE_WHEN_TRADEABLE')).toEqual([]);
    expect(await list('state=ALL')).toEqual([e, d, c, b, a]);
    expect(await list('instrument=GBP_USD')).toEqual([d]);
    expect(await list('instrument=GBP_USD,EUR_USD&state=ALL')).toEqual([e, d, c, b, a]);
    expect(await list(`ids=${a},${b},${d},${d},999`)).toEqual([d, a]);
    expect(await list(`ids=${a}%252C${b}&state=ALL`)).toEqual([b, a]);
    expect(await list(`ids=${a},${b}&state=ALL&instrument=GBP_USD`)).toEqual([]);
    expect(await list(`beforeID=${c}`)).toEqual([c, a]);
    expect(await list('beforeID=999999999999999')).toEqual([e, d, c, a]);
  });

  it('is cut into pages that link to the next', async () => {
    const { api, ids } = await fiveTrades();
    const seen: string[] = [];
    let path: string | undefined = `${TRADES}?state=ALL&instrument=EUR_USD&count=2`;
    while (path !== undefined) {
      const page = await api.request('GET', path);
      seen.push(...idsOf(page));
      const link = page.headers['link'] as string | undefined;
      path = link === undefined ? undefined : /^<http:\/\/[^/]+(.+)>; rel="next"$/.exec(link)?.[1];
      if (link !== undefined) expect(path).toContain('state=ALL&instrument=EUR_USD&count=2&before');
    }
    expect(seen).toEqual([ids[4], ids[2], ids[1], ids[0]]);
    const last = await api.request('GET', `${TRADES}?count=4`);
    expect(last.headers['link']).toBeUndefined();
  });

  it('tells trades apart that wait for their market to open', async () => {
    // Closed out while EUR_USD is halted: its trade stays, and closes with the halt.
    const scenario = sandboxScenario();
    const hours = { from: at('2024-03-05T10:00:01Z'), to: at('2024-03-06T12:00:00Z') };
    const halt = { ...hours, side: 'ALL', mode: 'HALTED' } as const;
    const market = scenario.market.map(entry =>
      entry.instrument.name === 'EUR_USD' ? { ...entry, halts: [halt] } : entry,
    );
    const own = account({ id: OWN, balance: '690', closeoutFactor: '1' });
    const api = await testApi({ ...scenario, market, accounts: [own] });
    const id = await openTrade(api, 20_000);
    await openTrade(api, 9_800, { instrument: 'GBP_USD' });
    const listed = async (state: string) =>
      idsOf(await api.request('GET', `${TRADES}?state=${state}`));
    for (let hour = 0; hour < 24 && (await listed('OPEN')).length > 0; hour++) {
      await api.advance({ by: '1h' });
    }
    expect(await listed('OPEN')).toEqual([]);
    expect(await listed('CLOSE_WHEN_TRADEABLE')).toEqual([id]);
    expect(idsOf(await api.request('GET', '/v3/accounts/{a}/openTrades'))).toEqual([id]);
    await api.advance({ to: '2024-03-06T12:10:00Z' });
    expect(await listed('CLOSE_WHEN_TRADEABLE')).toEqual([]);
    expect(await listed('CLOSED')).toContain(id);
  });

  it('refuses what is no filter', async () => {
    const api = await start();
    const list = (query: string) => ['GET', `${TRADES}?${query}`] as const;
    await expectBad(api, 'ids', [list('ids=5,x'), list('ids=-5'), list('ids=5,')]);
    await expectBad(api, 'state', [list('state=open'), list('state=__proto__')]);
    await expectBad(api, 'instrument', [list('instrument=QQQ_ZZZ'), list('instrument=toString')]);
    await expectBad(api, 'count', [list('count=0'), list('count=1.5'), list('count=1e2')]);
    await expectBad(api, 'beforeID', [list('beforeID=x'), list('beforeID=1&beforeID=2')]);
    expect((await api.request('GET', `${TRADES}?count=501`)).body).toMatchObject({
      errorMessage: "Maximum value for 'count' exceeded",
    });
  });
});

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

describe('closing a trade', () => {
  it('writes an order and its fill, whole without a body', async () => {
    const api = await start();
    await openTrade(api, 1000, { takeProfitOnFill: { price: '1.2' } });
    const { status, body, headers } = await api.request('PUT', `${TRADES}/5/close`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      orderCreateTransaction: {
        id: '7',
        type: 'MARKET_ORDER',
        units: '-1000',
        tradeClose: { tradeID: '5', units: 'ALL' },
        requestID: headers['requestid'],
      },
      orderFillTransaction: { id: '8', type: 'ORDER_FILL', orderID: '7', pl: '-0.1500' },
    });
    expect(Object.keys(body)).toEqual([
      'orderCreateTransaction',
      'orderFillTransaction',
      'relatedTransactionIDs',
      'lastTransactionID',
    ]);
    expect(body['relatedTransactionIDs']).toEqual(['7', '8', '9']);
    expect(body['lastTransactionID']).toBe('9');
  });

  it('closes a part, given as text or number', async () => {
    const api = await start();
    const id = await openTrade(api, -1000);
    for (const units of ['300', 200]) {
      const { status } = await api.request('PUT', `${TRADES}/${id}/close`, { units });
      expect(status).toBe(200);
    }
    expect((await api.request('GET', `${TRADES}/${id}`)).body).toMatchObject({
      trade: { state: 'OPEN', currentUnits: '-500', closingTransactionIDs: ['7', '9'] },
    });
  });

  it('is refused by the market with a transaction, 404 for a trade that is not open', async () => {
    const api = await start();
    const id = await openTrade(api, 1000);
    const close = (specifier: string, units: unknown) =>
      api.request('PUT', `${TRADES}/${specifier}/close`, { units });
    const reasons = [
      ['1001', 'CLOSE_TRADE_UNITS_EXCEED_TRADE_SIZE'],
      ['0', 'UNITS_INVALID'],
      ['-1', 'UNITS_INVALID'],
      ['0.5', 'UNITS_PRECISION_EXCEEDED'],
    ] as const;
    for (const [units, errorCode] of reasons) {
      expect(await close(id, units)).toMatchObject({
        status: 400,
        body: {
          errorCode,
          orderRejectTransaction: { type: 'MARKET_ORDER_REJECT', rejectReason: errorCode },
        },
      });
    }
    await send(api, { type: 'CloseTrade', tradeSpecifier: id });
    for (const [specifier, names] of [
      [id, { tradeID: id }],
      ['999', { tradeID: '999' }],
      ['@x', { clientTradeID: 'x' }],
    ] as const) {
      const { status, body } = await close(specifier, 'ALL');
      expect(status).toBe(404);
      expect(body).toMatchObject({
        errorCode: 'TRADE_DOESNT_EXIST',
        orderRejectTransaction: { tradeClose: { ...names, units: 'ALL' } },
        relatedTransactionIDs: [body['lastTransactionID']],
      });
    }
  });

  it('writes nothing for units that are none', async () => {
    const api = await start();
    const id = await openTrade(api, 1000);
    const close = (units: unknown) => ['PUT', `${TRADES}/${id}/close`, { units }] as const;
    const bad = [true, [], {}, 'all', '1e3', '+1', ' 5', '0x10', '٣', '9'.repeat(40)];
    await expectBad(api, 'units', [...bad.map(close), close(1e21)]);
    const before = ledgerLength(api);
    for (const body of ['"ALL"', '[]', 'null']) {
      const { status } = await api.request('PUT', `${TRADES}/${id}/close`, body, {
        'content-type': 'application/json',
      });
      expect(status, body).toBe(400);
    }
    expect(ledgerLength(api)).toBe(before);
  });

  it('is forbidden on a locked account', async () => {
    const locked = account({ id: OWN, locks: ['ACCOUNT_LOCKED'] });
    const api = await testApi(sandboxScenario({ accounts: [locked] }));
    const { status, body } = await api.request('PUT', `${TRADES}/5/close`, {});
    expect(status).toBe(403);
    expect(body).toMatchObject({ errorCode: 'ACCOUNT_LOCKED' });
  });
});

describe('client extensions of a trade', () => {
  it('are changed, and then name it', async () => {
    const api = await start();
    const id = await openTrade(api, 1000);
    const { status, body } = await api.request('PUT', `${TRADES}/${id}/clientExtensions`, {
      clientExtensions: { id: 'mine', comment: 'c' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      tradeClientExtensionsModifyTransaction: {
        type: 'TRADE_CLIENT_EXTENSIONS_MODIFY',
        tradeID: id,
        tradeClientExtensionsModify: { id: 'mine', comment: 'c' },
      },
      relatedTransactionIDs: ['6'],
      lastTransactionID: '6',
    });
    expect((await api.request('GET', `${TRADES}/@mine`)).body).toMatchObject({ trade: { id } });
  });

  it('are refused with a transaction', async () => {
    const api = await start();
    const id = await openTrade(api, 1000);
    const set = (specifier: string, body: unknown) =>
      api.request('PUT', `${TRADES}/${specifier}/clientExtensions`, body);
    const cases = [
      [id, {}, 400, 'CLIENT_EXTENSIONS_DATA_MISSING'],
      [id, { clientExtensions: { id: 'x'.repeat(129) } }, 400, 'CLIENT_TRADE_ID_INVALID'],
      ['999', { clientExtensions: { id: 'x' } }, 404, 'TRADE_DOESNT_EXIST'],
    ] as const;
    for (const [specifier, body, status, errorCode] of cases) {
      expect(await set(specifier, body)).toMatchObject({
        status,
        body: {
          errorCode,
          tradeClientExtensionsModifyRejectTransaction: {
            type: 'TRADE_CLIENT_EXTENSIONS_MODIFY_REJECT',
            rejectReason: errorCode,
          },
        },
      });
    }
    const bad = (clientExtensions: unknown) =>
      ['PUT', `${TRADES}/${id}/clientExtensions`, { clientExtensions }] as const;
    await expectBad(api, 'clientExtensions', [bad('x'), bad(1), bad([])]);
    await expectBad(api, 'clientExtensions.id', [bad({ id: 5 }), bad({ id: {} })]);
    expect((await set(id, undefined)).body).toEqual({
      errorMessage: 'The request was missing required data',
    });
  });
});

it('trades are for those who hold their account', async () => {
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
