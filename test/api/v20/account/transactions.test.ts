import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { FOREIGN, OWN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';

const PATH = '/v3/accounts/{a}/transactions';
const CODE = 'oanda::rest::core::InvalidParameterException';

/** An account with 12 transactions: 3 at its birth, 4 fills of a market order, one refusal. */
async function tradedApi(): Promise<TestApi> {
  const api = await testApi(sandboxScenario());
  await api.advance({ by: '1h' });
  for (let made = 0; made < 4; made++) {
    await api.sandbox.simulation.submit(OWN, {
      type: 'CreateOrder',
      order: { type: 'MARKET', instrument: 'EUR_USD', units: '100' },
    });
  }
  await api.sandbox.simulation.submit(OWN, {
    type: 'CreateOrder',
    order: { type: 'MARKET', instrument: 'EUR_USD', units: '0' },
  });
  await api.advance({ by: '1h' });
  return api;
}

let api: TestApi;
beforeAll(async () => {
  api = await tradedApi();
});

const get = (path: string, headers = {}) =>
  api.request('GET', `${PATH}${path}`, undefined, headers);
const pageURL = (query: string) =>
  `http://localhost:80/v3/accounts/${OWN}/transactions/idrange?${query}`;
const idsOf = (body: Record<string, unknown>) =>
  (body['transactions'] as { id: string }[]).map(({ id }) => id);

describe('transactions', () => {
  it('are listed as pages of ids, from the birth of the account until now', async () => {
    const { status, body } = await get('');
    expect(status).toBe(200);
    expect(body).toEqual({
      from: '2024-03-05T10:00:00.000000000Z',
      to: '2024-03-05T12:00:00.000000000Z',
      pageSize: 100,
      count: 12,
      pages: [pageURL('from=1&to=12')],
      lastTransactionID: '12',
    });
    expect((await get('?pageSize=5')).body).toMatchObject({
      pageSize: 5,
      pages: ['from=1&to=5', 'from=6&to=10', 'from=11&to=12'].map(pageURL),
    });
  });

  it('are listed by time, both ends included', async () => {
    const before = await get('?to=2024-03-05T10:59:59.999999Z');
    expect(before.body).toMatchObject({ count: 3, pages: [pageURL('from=1&to=3')] });
    const exactly = await get('?from=2024-03-05T11:00:00Z&to=1709636400');
    expect(exactly.body).toMatchObject({
      from: '2024-03-05T11:00:00.000000000Z',
      to: '2024-03-05T11:00:00.000000000Z',
      count: 9,
      pages: [pageURL('from=4&to=12')],
    });
    const none = await get('?from=2024-03-05T11:00:00.000001Z');
    expect(none.body).toMatchObject({ count: 0, pages: [] });
    const early = await get('?from=2024-03-01&to=2024-03-04');
    expect(early.body).toMatchObject({ from: '2024-03-05T10:00:00.000000000Z', count: 0 });
  });

  it('begin with the account when asked for from before it', async () => {
    const { body } = await get('?from=2024-01-01T00:00:00Z');
    expect(body).toMatchObject({ from: '2024-03-05T10:00:00.000000000Z', count: 12 });
  });

  it('speak UNIX time when asked to', async () => {
    const { body } = await get('', { 'Accept-Datetime-Format': 'UNIX' });
    expect(body).toMatchObject({ from: '1709632800.000000000', to: '1709640000.000000000' });
  });

  it('of a type are counted, and the pages reach from the first match to the last', async () => {
    const fills = await get('?type=ORDER_FILL');
    expect(fills.body).toMatchObject({
      type: ['ORDER_FILL'],
      count: 4,
      pages: [pageURL('from=5&to=11&type=ORDER_FILL')],
    });
    const two = await get('?type=ORDER_FILL,MARKET_ORDER_REJECT&pageSize=4');
    expect(two.body).toMatchObject({
      count: 5,
      pages: ['from=5&to=8', 'from=9&to=12'].map(ids =>
        pageURL(`${ids}&type=ORDER_FILL,MARKET_ORDER_REJECT`),
      ),
    });
    for (const [filter, count] of [
      ['ORDER', 9],
      ['FUNDING', 1],
      ['ADMIN', 2],
      ['ONE_CANCELS_ALL_ORDER', 0],
      ['DIVIDEND_ADJUSTMENT', 0],
    ] as const) {
      expect((await get(`?type=${filter}`)).body, filter).toMatchObject({ count });
    }
  });

  it('are refused in pages of a size that there is not', async () => {
    for (const size of [0, -1, 1_001, 1e9]) {
      const { status, body } = await get(`?pageSize=${size}`);
      expect(status).toBe(400);
      expect(body).toEqual({
        errorMessage: 'The specified page size is invalid',
        errorCode: 'INVALID_PAGESIZE',
      });
    }
    expect((await get('?pageSize=1000')).status).toBe(200);
    expect((await get('?pageSize=ten')).body).toEqual({
      errorMessage: "Invalid value specified for 'pageSize'",
      errorCode: CODE,
    });
  });

  it('are refused for a range of time that ends before it begins, or is too long', async () => {
    const backwards = await get('?from=2024-03-05T11:00:00Z&to=2024-03-05T10:30:00Z');
    expect(backwards).toMatchObject({
      status: 400,
      body: { errorMessage: "Invalid value specified for 'to'" },
    });
    expect((await get('?from=2024-03-06')).body).toMatchObject({
      errorMessage: "Invalid value specified for 'from'. Time is in the future",
    });
    expect((await get('?to=2025-03-05T10:00:00Z')).status).toBe(200);
    const long = await get('?from=2024-03-05T10:00:00Z&to=2025-03-05T10:00:00.000001Z');
    expect(long).toMatchObject({
      status: 400,
      body: { errorMessage: "Maximum time between 'from' and 'to' exceeded: 365 days" },
    });
  });

  it('without a beginning reach back as far as a range may', async () => {
    const { body } = await get('?to=2026-03-05T10:00:00Z');
    expect(body).toMatchObject({ from: '2025-03-05T10:00:00.000000000Z', count: 0 });
  });

  it.each([
    ['?from=yesterday', 'from'],
    ['?to=', 'to'],
    ['?type=CREATED', 'type'],
    ['?type=CREATE,', 'type'],
    ['?type=CREATE&type=CLOSE', 'type'],
    ['/idrange?from=1&to=x', 'to'],
    ['/idrange?from=1.5&to=2', 'from'],
    ['/idrange?from=1&to=2&type=__proto__', 'type'],
    ['/sinceid?id=abc', 'id'],
    ['/sinceid?id=1e3', 'id'],
    ['/abc', 'transactionID'],
    ['/-1', 'transactionID'],
    ['/1%00', 'transactionID'],
  ])('are refused for %s', async (query, name) => {
    const { status, body } = await get(query);
    expect(status).toBe(400);
    expect(body).toEqual({
      errorMessage: `Invalid value specified for '${name}'`,
      errorCode: CODE,
    });
  });

  it('are given one by one', async () => {
    const { status, body } = await get('/1');
    expect(status).toBe(200);
    expect(body).toEqual({
      transaction: {
        id: '1',
        accountID: OWN,
        userID: 1_000_001,
        batchID: '1',
        requestID: '42000000000000001',
        time: '2024-03-05T10:00:00.000000000Z',
        type: 'CREATE',
        divisionID: 1,
        siteID: 101,
        accountUserID: 1_000_001,
        accountNumber: 1,
        homeCurrency: 'USD',
      },
      lastTransactionID: '12',
    });
    for (const id of ['0', '13', '999999999999999']) {
      expect(await get(`/${id}`)).toMatchObject({
        status: 404,
        body: {
          errorMessage: 'The transaction ID specified does not exist',
          errorCode: 'NO_SUCH_TRANSACTION',
          lastTransactionID: '12',
        },
      });
    }
  });

  it('are given by a range of ids, clipped at the newest', async () => {
    const middle = await get('/idrange?from=3&to=5');
    expect(middle.status).toBe(200);
    expect(idsOf(middle.body)).toEqual(['3', '4', '5']);
    expect(middle.body['lastTransactionID']).toBe('12');
    expect(idsOf((await get('/idrange?from=11&to=500')).body)).toEqual(['11', '12']);
    expect(idsOf((await get('/idrange?from=1&to=12&type=ORDER_FILL')).body)).toEqual([
      '5',
      '7',
      '9',
      '11',
    ]);
    expect(idsOf((await get('/idrange?from=1&to=3&type=ORDER')).body)).toEqual([]);
  });

  it('are not given for a range of ids that there is not', async () => {
    for (const range of ['from=5&to=3', 'from=0&to=3', 'from=-3&to=3', 'from=13&to=20']) {
      expect(await get(`/idrange?${range}`), range).toMatchObject({
        status: 416,
        body: { errorMessage: 'Range not satisfiable' },
      });
    }
    expect((await get('/idrange?from=1')).body).toMatchObject({
      errorMessage: "Missing 'to' parameter",
    });
  });

  it('are given since an id', async () => {
    expect(idsOf((await get('/sinceid?id=10')).body)).toEqual(['11', '12']);
    expect(idsOf((await get('/sinceid?id=0')).body)).toHaveLength(12);
    expect(idsOf((await get('/sinceid?id=12')).body)).toEqual([]);
    expect(idsOf((await get('/sinceid?id=0&type=FUNDING,ADMIN')).body)).toEqual(['1', '2', '3']);
    expect((await get('/sinceid?id=13')).status).toBe(416);
    expect((await get('/sinceid?id=-1')).status).toBe(416);
    expect((await get('/sinceid')).status).toBe(400);
  });

  it('of another account are forbidden, as those of one that does not exist', async () => {
    for (const path of ['', '/1', '/idrange?from=1&to=1', '/sinceid?id=0']) {
      for (const id of [FOREIGN, '101-001-1-001']) {
        const answer = await api.request('GET', `/v3/accounts/${id}/transactions${path}`);
        expect(answer.status).toBe(403);
        expect(answer.body).toEqual({ errorMessage: 'The provided request was forbidden.' });
      }
    }
  });

  it('cannot be asked for in another way', async () => {
    for (const path of ['', '/1', '/idrange', '/sinceid']) {
      expect((await api.request('POST', `${PATH}${path}`, {})).status).toBe(405);
    }
  });
});
