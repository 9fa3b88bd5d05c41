import { describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../support/api/api.js';
import { FOREIGN, sandboxScenario } from '../../../support/api/sandbox-scenario.js';
import { at } from '../../../support/market/fixtures.js';

const ORDERS = '/v3/instruments/EUR_USD/orderBook';
const POSITIONS = '/v3/instruments/EUR_USD/positionBook';

async function withOrders(): Promise<TestApi> {
  const api = await testApi(sandboxScenario());
  await api.advance({ ticks: 3 });
  const send = (id: string, order: object) =>
    void api.sandbox.simulation.submit(id, {
      type: 'CreateOrder',
      order: { instrument: 'EUR_USD', ...order },
    } as never);
  send(api.accountID, { type: 'LIMIT', units: '100', price: '1.08012' });
  send(FOREIGN, { type: 'LIMIT', units: '5', price: '1.08049' });
  send(FOREIGN, { type: 'STOP', units: '-5', price: '1.08000' });
  send(FOREIGN, {
    type: 'MARKET',
    units: '10',
    takeProfitOnFill: { price: '1.09000' },
  });
  return api;
}

describe('the books', () => {
  it('show the resting orders of all accounts in buckets of five pips', async () => {
    const api = await withOrders();
    const { status, body } = await api.request('GET', ORDERS);
    expect(status).toBe(200);
    expect(body).toEqual({
      orderBook: {
        instrument: 'EUR_USD',
        time: '2024-03-05T10:00:00Z',
        unixTime: '1709632800',
        price: '1.08508',
        bucketWidth: '0.00050',
        buckets: [
          { price: '1.08000', longCountPercent: '50.0000', shortCountPercent: '25.0000' },
          { price: '1.09000', longCountPercent: '0.0000', shortCountPercent: '25.0000' },
        ],
      },
    });
  });

  it('show where open trades were opened', async () => {
    const api = await withOrders();
    const { body } = await api.request('GET', POSITIONS);
    expect(body['positionBook']).toMatchObject({
      bucketWidth: '0.00050',
      buckets: [{ price: '1.08500', longCountPercent: '100.0000', shortCountPercent: '0.0000' }],
    });
    const yen = await api.request('GET', '/v3/instruments/USD_JPY/positionBook');
    expect(yen.body['positionBook']).toMatchObject({ bucketWidth: '0.050', buckets: [] });
  });

  it.each([ORDERS, POSITIONS])('%s is later what it was then', async path => {
    const api = await withOrders();
    const time = '2024-03-05T10:00:18Z';
    await api.advance({ to: time });
    const then = (await api.request('GET', path)).body;
    await api.advance({ by: '1h' });
    api.sandbox.simulation.submit(api.accountID, {
      type: 'CreateOrder',
      order: {
        type: 'MARKET',
        instrument: 'EUR_USD',
        units: '-1',
        stopLossOnFill: { price: '1.5' },
      },
    } as never);
    const later = await api.request('GET', `${path}?time=${time}`);
    expect(later.status).toBe(200);
    expect(later.body).toEqual(then);
    expect((await api.request('GET', path)).body).not.toEqual(then);
    const fork = api.sandbox.simulation.fork();
    expect(fork.runAt(at(time)).engine.now).toBe(at(time));
  });

  it.each([ORDERS, POSITIONS])('%s links to the full 20 minutes around it', async path => {
    const api = await withOrders();
    await api.advance({ to: '2024-03-05T11:07:00Z' });
    const link = async (query: string) =>
      (await api.request('GET', `${path}${query}`)).headers['link'];
    const to = (time: string, rel: string) =>
      `<http://localhost:80${path}?time=2024-03-05T${time}:00.000000000Z>; rel="${rel}"`;
    expect(await link('')).toBe(to('11:00', 'prev'));
    expect(await link('?time=2024-03-05T11:00:00Z')).toBe(to('10:40', 'prev'));
    expect(await link('?time=2024-03-05T10:40:00Z')).toBe(
      `${to('10:20', 'prev')}, ${to('11:00', 'next')}`,
    );
    expect(await link('?time=2024-03-05T10:41:02.5Z')).toBe(
      `${to('10:40', 'prev')}, ${to('11:00', 'next')}`,
    );
    expect(await link('?time=2024-03-05T10:00:00Z')).toBe(to('10:20', 'next'));
    const next = /<http:\/\/localhost:80([^>]+)>/.exec(String(await link('')))?.[1] ?? '';
    expect((await api.request('GET', next)).status).toBe(200);
  });

  it.each([ORDERS, POSITIONS])('%s is not found outside the past', async path => {
    const api = await withOrders();
    await api.advance({ by: '1h' });
    for (const time of ['2024-03-05T09:59:59Z', '2024-03-05T12:00:00Z', '2025-01-01', '0']) {
      const { status, body } = await api.request('GET', `${path}?time=${time}`);
      expect(status).toBe(404);
      expect(body).toEqual({ errorMessage: 'Not found' });
    }
    expect((await api.request('GET', `${path}?time=noon`)).status).toBe(400);
    expect((await api.request('GET', path.replace('EUR_USD', 'NO_SUCH'))).status).toBe(400);
    expect((await api.request('POST', path)).status).toBe(405);
  });

  it('take and give UNIX times', async () => {
    const api = await withOrders();
    await api.advance({ by: '1h' });
    const unix = { 'accept-datetime-format': 'UNIX' };
    const { body } = await api.request('GET', `${ORDERS}?time=1709633400.25`, undefined, unix);
    expect(body['orderBook']).toMatchObject({
      time: '1709633400.000000000',
      unixTime: '1709633400',
    });
  });

  it('do not exist before the first price', async () => {
    const api = await testApi(sandboxScenario());
    expect((await api.request('GET', ORDERS)).status).toBe(404);
  });
});
