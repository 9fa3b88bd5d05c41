import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../support/api/api.js';
import { FOREIGN } from '../../../support/api/sandbox-scenario.js';
import {
  CODE,
  idsOf,
  LIMIT,
  lastID,
  MARKET,
  NOW,
  PATH,
  post,
  running,
  URL,
} from './order-requests.js';

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
